import type { Actor } from "../core/evaluation/actor-context.ts";
import type { ClientActor, ClientActors, ClientGroup } from "./client-types.ts";

/** Values that JavaScript code may pass. */
interface JsActor {
  readonly flipperId?: string | null | undefined;
  readonly properties?: ClientActor["properties"] | null;
}

/** The actors of a check. Values of other types count as an id, or as no actor. */
export function actorsOf(given: ClientActors): readonly Actor[] {
  const actors: Actor[] = [];
  for (const each of typeof given === "string" ? [given] : [given].flat()) {
    const actor: JsActor | null = typeof each === "object" ? each : { flipperId: each };
    const flipperId = actor?.flipperId ?? undefined;
    if (flipperId !== undefined) {
      const { properties } = actor ?? {};
      actors.push({ ...actor, flipperId: String(flipperId), properties: properties ?? {} });
    }
  }
  return actors;
}

/**
 * Whether an actor is in a group: by its own list, or by a predicate. If a predicate throws, only its
 * gate does not match, and `fail` gets the error.
 */
export function groupCheckOf(
  predicates: Readonly<Record<string, ClientGroup>>,
  fail: (error: unknown) => void,
): (group: string, actor: Actor & Pick<ClientActor, "groups">) => boolean {
  return (group, actor) => {
    try {
      return (
        actor.groups?.includes(group) === true ||
        (Object.hasOwn(predicates, group) && predicates[group]?.(actor) === true)
      );
    } catch (error) {
      fail(error);
      return false;
    }
  };
}
