import type { State } from "../model/state.ts";

/** The features whose outcomes of one name clients count. */
export interface WatchedOutcomes {
  readonly name: string;
  /** Sorted. */
  readonly keys: readonly string[];
}

/** What clients of an environment count: the names and keys of its active guards, sorted. */
export function watchedOutcomes(_state: State, _environmentId: number): readonly WatchedOutcomes[] {
  return [];
}
