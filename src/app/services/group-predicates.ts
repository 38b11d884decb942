import type { Actor } from "../../core/evaluation/actor-context.ts";

/** Says whether an actor is in the group. It answers at once: a check waits for nothing. */
export type GroupPredicate = (actor: Actor) => boolean;

/** `requestIdOf` gives the id of the request that is checked; null if it has none. */
export type AskGroup = (group: string, actor: Actor, requestIdOf?: () => string | null) => boolean;

/**
 * Asks the predicates of a host application. One that throws, or returns a promise instead of a
 * boolean, is reported to `onFault`, with the id of the request if it has one; the actor then counts
 * as not in that group, so that no other gate or feature is affected.
 */
export function askPredicates(
  predicates: ReadonlyMap<string, GroupPredicate>,
  onFault: (error: unknown, requestId?: string) => void,
): AskGroup {
  return (group, actor, requestIdOf) => {
    const report = (error: unknown) => onFault(error, requestIdOf?.() ?? undefined);
    try {
      const answer: unknown = predicates.get(group)?.(actor);
      if (isThenable(answer)) {
        // A rejection that nobody handles would end the host's process.
        Promise.resolve(answer).catch(report);
        const name = JSON.stringify(group);
        throw new TypeError(`The predicate of the group ${name} returned a promise, not a boolean`);
      }
      return answer === true;
    } catch (error) {
      report(error);
      return false;
    }
  };
}

function isThenable(value: unknown): boolean {
  return typeof value === "object" && value !== null && "then" in value;
}
