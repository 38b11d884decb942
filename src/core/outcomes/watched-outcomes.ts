import { memoizeLatest } from "../memo/memoize-latest.ts";
import type { State } from "../model/state.ts";
import { compareUtf8 } from "../text/compare-utf8.ts";
import { outcomeNamesMax, watchedPairsMax } from "./outcome-name.ts";

/** The features whose outcomes of one name clients count. */
export interface WatchedOutcomes {
  readonly name: string;
  /** Sorted. */
  readonly keys: readonly string[];
}

const nothing: readonly WatchedOutcomes[] = [];

/**
 * What clients of an environment count: the names and features of its active guards, sorted. The list
 * stays the same one until a rollout changes. The limits hold however many rollouts there are.
 */
export function watchedOutcomes(
  { rollouts }: Pick<State, "rollouts">,
  environmentId: number,
): readonly WatchedOutcomes[] {
  return byEnvironment(rollouts).get(environmentId) ?? nothing;
}

const byEnvironment = memoizeLatest((rollouts: State["rollouts"]) => {
  const environments = new Map<number, Map<string, Set<string>>>();
  for (const { environmentId, key, guards } of rollouts.values()) {
    for (const { name } of guards) {
      const names = environments.get(environmentId) ?? new Map<string, Set<string>>();
      environments.set(environmentId, names);
      names.set(name, (names.get(name) ?? new Set()).add(key));
    }
  }
  return new Map([...environments].map(([id, names]) => [id, limited(names)] as const));
});

function limited(names: ReadonlyMap<string, ReadonlySet<string>>): readonly WatchedOutcomes[] {
  let left = watchedPairsMax;
  return [...names]
    .sort(([one], [other]) => compareUtf8(one, other))
    .slice(0, outcomeNamesMax)
    .map(([name, found]) => {
      const keys = [...found].sort(compareUtf8).slice(0, left);
      left -= keys.length;
      return { name, keys };
    })
    .filter(({ keys }) => keys.length > 0);
}
