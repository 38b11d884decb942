import type { Actor } from "../core/evaluation/actor-context.ts";
import type { ClientActor, ClientActors, ClientGroup } from "./client-types.ts";

/** What may come from JavaScript. */
interface JsActor {
  readonly flipperId?: string | null | undefined;
  readonly properties?: ClientActor["properties"] | null;
}

/** The actors of a check. What JavaScript may pass beside the types is an id, or no actor. */
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
 * Whether an actor is in a group: in one of its own, or in one whose predicate is true. A predicate
 * that throws is told to `fail`, and closes that gate only.
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
