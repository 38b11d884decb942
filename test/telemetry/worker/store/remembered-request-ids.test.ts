import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { SubmissionId } from "../../../../src/telemetry/worker/port/telemetry-store.ts";
import {
  type Confirm,
  RememberedRequestIds,
} from "../../../../src/telemetry/worker/store/remembered-request-ids.ts";
import { openTelemetryDatabase } from "../../../../src/telemetry/worker/store/telemetry-database.ts";
import { idOf } from "./numbered-ids.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const startMs = Date.UTC(2026, 10, 21);
const seed = 12_345;

/** The ids of a store, with changes that are committed. */
class CommittedIds {
  readonly #opened = openTelemetryDatabase(":memory:");
  readonly #limits;
  #ids: RememberedRequestIds;

  constructor(idsMax = 1_000_000, idsPerEnvironmentMin = 0) {
    this.#limits = { idsMax, idsPerEnvironmentMin, keptMs: 75 * minuteMs };
    this.#ids = this.#open();
  }

  /** Adds ids with these numbers, each in a commit of its own. */
  add(environmentId: number, from: number, end: number, nowMs = startMs): void {
    for (let number = from; number < end; number++) {
      this.addAll([idOf(environmentId, number)], nowMs);
    }
  }

  addAll(ids: readonly SubmissionId[], nowMs = startMs): void {
    this.#commit(() => this.#ids.add(ids, nowMs));
  }

  addAndRollBack(ids: readonly SubmissionId[]): void {
    const { client } = this.#opened;
    client.run("BEGIN");
    this.#ids.add(ids, startMs);
    client.run("ROLLBACK");
  }

  removeOld(nowMs: number): void {
    this.#commit(() => this.#ids.removeOld(nowMs));
  }

  removeEnvironment(environmentId: number): void {
    this.#commit(() => this.#ids.removeEnvironment(environmentId));
  }

  restart(): void {
    this.#ids = this.#open();
  }

  /** Which numbers below `end` are remembered. */
  known(environmentId: number, end: number): readonly number[] {
    return Array.from({ length: end }, (_, number) => number).filter((number) =>
      this.#ids.has(idOf(environmentId, number)),
    );
  }

  get storedCount(): number {
    return this.#opened.client.query("SELECT 1 FROM request_ids").all().length;
  }

  #commit(change: () => Confirm): void {
    this.#opened.client.transaction(change)()();
  }

  #open(): RememberedRequestIds {
    const ids = new RememberedRequestIds(this.#opened.database, this.#limits, seed);
    ids.load();
    return ids;
  }
}

describe("when there is no room", () => {
  test("an environment alone has all of it, and loses its oldest ids", () => {
    const ids = new CommittedIds(10);
    ids.add(1, 0, 25);
    expect(ids.known(1, 25)).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
  });

  test("one with many ids makes room for one with few, which loses none", () => {
    const ids = new CommittedIds(10);
    ids.add(1, 0, 10);
    ids.add(2, 0, 3);
    ids.add(1, 10, 100);
    expect(ids.known(2, 3)).toEqual([0, 1, 2]);
    expect(ids.known(1, 100)).toEqual([93, 94, 95, 96, 97, 98, 99]);
  });

  test("each keeps an equal share, whoever came first", () => {
    const ids = new CommittedIds(30);
    for (const environmentId of [1, 2, 3]) {
      ids.add(environmentId, 0, 100);
    }
    for (const environmentId of [1, 2, 3]) {
      expect(ids.known(environmentId, 100)).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
    }
  });

  test("many environments have their guaranteed number, beyond the limit of all", () => {
    const ids = new CommittedIds(10, 5);
    for (let environmentId = 1; environmentId <= 100; environmentId++) {
      ids.add(environmentId, 0, 5);
    }
    ids.add(1, 5, 100);
    expect(ids.known(1, 100)).toEqual([95, 96, 97, 98, 99]);
    for (let environmentId = 2; environmentId <= 100; environmentId++) {
      expect(ids.known(environmentId, 5)).toEqual([0, 1, 2, 3, 4]);
    }
  });

  test("a commit with more ids than there is room for leaves the newest", () => {
    const ids = new CommittedIds(10);
    ids.addAll(Array.from({ length: 25 }, (_, number) => idOf(1, number)));
    expect(ids.known(1, 25)).toHaveLength(10);
    expect(ids.storedCount).toBe(10);
  });

  test("none with at most its share loses an id, in any order of submissions and restarts", () => {
    const idsMax = 60;
    const environments = 4;
    const commits = fc.array(
      fc.tuple(
        fc.integer({ min: 1, max: environments }),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(commits, (made) => {
        const ids = new CommittedIds(idsMax);
        const counts = new Map<number, number>();
        for (const [environmentId, count, isLast] of made) {
          const before = counts.get(environmentId) ?? 0;
          const numbers = Array.from({ length: count }, (_, nth) => before + nth);
          ids.addAll(numbers.map((number) => idOf(environmentId, number)));
          counts.set(environmentId, before + count);
          if (isLast) {
            ids.restart();
          }
          let total = 0;
          for (const [other, end] of counts) {
            const shareStart = Math.max(0, end - idsMax / environments);
            const known = ids.known(other, end);
            expect(known.filter((number) => number >= shareStart)).toHaveLength(end - shareStart);
            // What is forgotten is the oldest.
            expect(known).toEqual(known.map((_, nth) => end - known.length + nth));
            total += known.length;
          }
          expect(total).toBeLessThanOrEqual(idsMax);
          expect(ids.storedCount).toBe(total);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("an id", () => {
  test("is remembered for an hour, and not for two, also over a restart", () => {
    const ids = new CommittedIds();
    ids.add(1, 0, 1);
    for (let minute = 1; minute <= 60; minute++) {
      ids.removeOld(startMs + minute * minuteMs);
      if (minute === 30) {
        ids.add(1, 1, 2, startMs + minute * minuteMs);
        ids.restart();
      }
    }
    expect(ids.known(1, 2)).toEqual([0, 1]);
    for (let minute = 61; minute <= 120; minute++) {
      ids.removeOld(startMs + minute * minuteMs);
    }
    expect([ids.known(1, 2), ids.storedCount]).toEqual([[], 0]);
  });

  test("is remembered for an hour after the clock jumped months ahead, and back", () => {
    const ids = new CommittedIds();
    ids.add(1, 0, 1);
    const months = 90 * 24 * hourMs;
    for (let minute = 1; minute <= 60; minute++) {
      const jumpMs = minute >= 10 && minute < 20 ? months : 0;
      ids.removeOld(startMs + minute * minuteMs + jumpMs);
    }
    expect(ids.known(1, 1)).toEqual([0]);
  });

  test("of a deleted environment is forgotten, and its row removed", () => {
    const ids = new CommittedIds();
    ids.add(1, 0, 5);
    ids.add(2, 0, 5);
    ids.removeEnvironment(1);
    expect([ids.known(1, 5), ids.known(2, 5)]).toEqual([[], [0, 1, 2, 3, 4]]);
    expect(ids.storedCount).toBe(5);
  });

  test("of a commit that failed is not remembered, and what made room for it still is", () => {
    const ids = new CommittedIds(3);
    ids.add(1, 0, 3);
    ids.addAndRollBack([idOf(1, 3)]);
    expect([ids.known(1, 4), ids.storedCount]).toEqual([[0, 1, 2], 3]);
    ids.add(1, 3, 4);
    expect([ids.known(1, 4), ids.storedCount]).toEqual([[1, 2, 3], 3]);
  });
});
