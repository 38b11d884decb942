import type { Map as ImmutableMap } from "immutable";
import type { Toggle } from "../evaluation/toggle.ts";

type Toggles = ImmutableMap<string, Toggle>;

/** The keys of changes that followed each other, the oldest first. */
type ChangeLog = string[];

/** Where a map stands among the changes: after so many of a log. */
interface LogPlace {
  readonly log: ChangeLog;
  readonly count: number;
}

/** A longer log is left, so that it takes little memory. */
const logLengthMax = 1_024;

const places = new WeakMap<Toggles, LogPlace>();

/**
 * Remembers that `after` differs from `before` in one key at most, so that readers of large
 * environments need not compare all features. Holds no map in memory.
 */
export function rememberChangedKey(before: Toggles, after: Toggles, key: string): void {
  if (before === after) {
    return;
  }
  const place = places.get(before);
  // A log has one line of changes: a second map that is made from `before` begins another log.
  const continues =
    place !== undefined && place.count === place.log.length && place.count < logLengthMax;
  const known = continues ? place : { log: [], count: 0 };
  if (!continues) {
    places.set(before, known);
  }
  known.log.push(key);
  places.set(after, { log: known.log, count: known.log.length });
}

/**
 * The keys in which two maps may differ, and no others; undefined if that is not known. A key can
 * be there several times.
 */
export function changedKeysBetween(left: Toggles, right: Toggles): readonly string[] | undefined {
  if (left === right) {
    return [];
  }
  const [from, to] = [places.get(left), places.get(right)];
  return from === undefined || to === undefined || from.log !== to.log
    ? undefined
    : from.log.slice(Math.min(from.count, to.count), Math.max(from.count, to.count));
}
