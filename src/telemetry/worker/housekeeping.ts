import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import { minuteOf, minutesPerDay } from "../messages/minutes.ts";
import type { Knowledge } from "./counting/catalog.ts";
import { horizonsAt } from "./counting/retention-windows.ts";
import type { KeyDirectory } from "./store/key-ids.ts";
import { type PruneStep, preparePrune } from "./store/prune.ts";
import { beginning, type Place, prepareRollups, type RollupStep } from "./store/rollup.ts";

/**
 * What is done now and then so that the database stays small: in steps of a few milliseconds, so
 * that submissions never wait long. Nothing is kept of where a walk stood: one that was cut short
 * begins again, and finds done what was done.
 */
export class Housekeeping {
  readonly #rollups: ReturnType<typeof prepareRollups>;
  readonly #prune: ReturnType<typeof preparePrune>;
  readonly #onClamped: (count: number) => void;
  #prunedDay = Number.NaN;
  #hoursMovedDay = Number.NaN;

  constructor(
    database: BunSQLiteDatabase,
    knowledge: Knowledge,
    directory: KeyDirectory,
    onClamped: (count: number) => void,
  ) {
    this.#rollups = prepareRollups(database);
    this.#prune = preparePrune(database, knowledge, directory);
    this.#onClamped = onClamped;
  }

  /** The next round looks at everything: after a change of retention, or a round that failed. */
  lookAgain(): void {
    this.#prunedDay = Number.NaN;
    this.#hoursMovedDay = Number.NaN;
  }

  /** A round of everything that is due; each `next()` is one step. */
  *round(nowMs: number): Generator<void, void, void> {
    const { minutesFrom, hoursFrom } = horizonsAt(nowMs);
    const today = Math.floor(minuteOf(nowMs) / minutesPerDay);
    yield* this.#rollUp(this.#rollups.minutesIntoHours, minutesFrom);
    if (this.#hoursMovedDay !== today) {
      this.#hoursMovedDay = today;
      yield* this.#rollUp(this.#rollups.hoursIntoDays, hoursFrom);
    }
    if (this.#prunedDay !== today) {
      this.#prunedDay = today;
      yield* pruneThrough(this.#prune.all, nowMs);
    }
  }

  /** Removes what is buried. */
  *burials(nowMs: number): Generator<void, void, void> {
    yield* pruneThrough(this.#prune.buried, nowMs);
  }

  *#rollUp(step: RollupStep, until: number): Generator<void, void, void> {
    for (let place: Place | null = beginning; place !== null; ) {
      const { next, clamped } = step(place, until);
      this.#onClamped(clamped);
      place = next;
      yield;
    }
  }
}

function* pruneThrough(step: PruneStep, nowMs: number): Generator<void, void, void> {
  for (let after: number | null = 0; after !== null; after = step(after, nowMs)) {
    yield;
  }
}
