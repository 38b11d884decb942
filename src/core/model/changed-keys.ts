import type { Map as ImmutableMap } from "immutable";
import type { Toggle } from "../evaluation/toggle.ts";

type Toggles = ImmutableMap<string, Toggle>;

/** The keys of changes that followed each other, the oldest first. */
type ChangeLog = string[];

/** The position of a map in a log: after a number of changes. */
interface LogPosition {
  readonly log: ChangeLog;
  readonly count: number;
}

/** A longer log is no longer extended, so that it takes little memory. */
const logLengthMax = 1_024;

const positions = new WeakMap<Toggles, LogPosition>();

/**
 * Remembers that `after` differs from `before` in one key at most, so that readers of large
 * environments need not compare all features. Holds no map in memory.
 */
export function rememberChangedKey(before: Toggles, after: Toggles, key: string): void {
  if (before === after) {
    return;
  }
  const position = positions.get(before);
  // A log has one line of changes: a second map created from `before` begins another log.
  const continues =
    position !== undefined &&
    position.count === position.log.length &&
    position.count < logLengthMax;
  const known = continues ? position : { log: [], count: 0 };
  if (!continues) {
    positions.set(before, known);
  }
  known.log.push(key);
  positions.set(after, { log: known.log, count: known.log.length });
}

/**
 * The keys in which two maps may differ, and no others; undefined if unknown. A key can appear
 * several times.
 */
export function changedKeysBetween(left: Toggles, right: Toggles): readonly string[] | undefined {
  if (left === right) {
    return [];
  }
  const [from, to] = [positions.get(left), positions.get(right)];
  return from === undefined || to === undefined || from.log !== to.log
    ? undefined
    : from.log.slice(Math.min(from.count, to.count), Math.max(from.count, to.count));
}
