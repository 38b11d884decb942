import { minuteOf, minutesPerDay } from "../../messages/minutes.ts";
import { rollupBoundariesAt } from "../counting/retention-windows.ts";
import type { Prune, PruneStep } from "./prune.ts";
import { type RollupPosition, type RollupStep, type Rollups, rollupStart } from "./rollup.ts";

export interface HousekeepingOptions {
  readonly rollups: Rollups;
  readonly daysIntoPast: RollupStep;
  readonly prune: Prune;
  readonly outcomes: OutcomeHousekeeping;
  /** Called with the number of counts that were at 2^53-1 after a rollup step. */
  readonly onClamped: (count: number) => void;
}

/** Of outcomes and the minutes of guards, in steps. */
export interface OutcomeHousekeeping {
  rollUp(dataMs: number): Generator<void, void, void>;
  /** Looks at all of them. */
  prune(dataMs: number): Generator<void, void, void>;
  /** Removes outcomes of environments that do not exist. */
  removeUnknown(): Generator<void, void, void>;
}

/**
 * Keeps the database small by rollups and deletions, in steps of a few milliseconds, so that
 * submissions never wait long. No progress is stored: an interrupted run starts again from the
 * beginning, where completed steps have nothing to do.
 */
export class Housekeeping {
  readonly #options: HousekeepingOptions;
  #prunedDay = Number.NaN;
  #hoursMovedDay = Number.NaN;

  constructor(options: HousekeepingOptions) {
    this.#options = options;
  }

  /** Makes the next run check all tables, as after a change of the retention or a failed run. */
  requireFullScan(): void {
    this.#prunedDay = Number.NaN;
    this.#hoursMovedDay = Number.NaN;
  }

  /**
   * One run of all due work; each `next()` is one step. `dataMs` is the time that measures the age
   * of counts, see `DataClock`.
   */
  *steps(dataMs: number): Generator<void, void, void> {
    const { minutesFrom, hoursFrom } = rollupBoundariesAt(dataMs);
    const { rollups, daysIntoPast, prune, outcomes } = this.#options;
    const today = Math.floor(minuteOf(dataMs) / minutesPerDay);
    yield* this.#rollUp(rollups.minutesIntoHours, minutesFrom);
    yield* outcomes.rollUp(dataMs);
    if (this.#hoursMovedDay !== today) {
      this.#hoursMovedDay = today;
      yield* this.#rollUp(rollups.hoursIntoDays, hoursFrom);
      yield* this.#rollUp(daysIntoPast, hoursFrom);
    }
    if (this.#prunedDay !== today) {
      this.#prunedDay = today;
      yield* pruneThrough(prune.all, dataMs);
      yield* outcomes.prune(dataMs);
    }
  }

  /**
   * Removes the keys marked deleted with their counts, and outcomes of deleted environments; each
   * `next()` is one step.
   */
  *deletions(dataMs: number): Generator<void, void, void> {
    yield* pruneThrough(this.#options.prune.deleted, dataMs);
    yield* this.#options.outcomes.removeUnknown();
  }

  *#rollUp(step: RollupStep, until: number): Generator<void, void, void> {
    for (let position: RollupPosition | null = rollupStart; position !== null; ) {
      const { next, clamped } = step(position, until);
      this.#options.onClamped(clamped);
      position = next;
      yield;
    }
  }
}

function* pruneThrough(step: PruneStep, dataMs: number): Generator<void, void, void> {
  for (let after: number | null = 0; after !== null; after = step(after, dataMs)) {
    yield;
  }
}
