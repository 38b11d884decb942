import type { Actor } from "../toggles/actor-context.ts";

/** Says whether an actor is in the group. It answers at once: a check waits for nothing. */
export type GroupPredicate = (actor: Actor) => boolean;

/**
 * Asks the predicates of a host application. One that throws, or returns a promise instead of a
 * boolean, is reported to `onFault`; the actor then counts as not in that group, so that no other
 * gate or feature is affected.
 */
export function askPredicates(
  predicates: ReadonlyMap<string, GroupPredicate>,
  onFault: (error: unknown) => void,
): (group: string, actor: Actor) => boolean {
  return (group, actor) => {
    try {
      const answer: unknown = predicates.get(group)?.(actor);
      if (isThenable(answer)) {
        // A rejection that nobody handles would end the host's process.
        Promise.resolve(answer).catch(onFault);
        const name = JSON.stringify(group);
        throw new TypeError(`The predicate of the group ${name} returned a promise, not a boolean`);
      }
      return answer === true;
    } catch (error) {
      onFault(error);
      return false;
    }
  };
}

function isThenable(value: unknown): boolean {
  return typeof value === "object" && value !== null && "then" in value;
}
