import type { Actor } from "../../core/evaluation/actor-context.ts";

/** Returns whether an actor is in the group. It is synchronous: a check does not wait. */
export type GroupPredicate = (actor: Actor) => boolean;

/** `requestIdOf` returns the id of the checked request; null if it has none. */
export type AskGroup = (group: string, actor: Actor, requestIdOf?: () => string | null) => boolean;

/**
 * Calls the predicates of an application. One that throws, or returns a promise instead of a
 * boolean, is reported to `onFault`, with the id of the request if it has one. The actor then
 * counts as not in that group, so that no other gate or feature is affected.
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
        // An unhandled rejection would end the application's process.
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
