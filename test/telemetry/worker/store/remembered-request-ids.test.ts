import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { RememberedRequestIds } from "../../../../src/telemetry/worker/store/remembered-request-ids.ts";

const hourMs = 3_600_000;
const minuteMs = 60_000;
const keptMs = 75 * minuteMs;

function remembered(idsMax = 1_000_000, idsPerEnvironmentMin = 0): RememberedRequestIds {
  return new RememberedRequestIds({ idsMax, idsPerEnvironmentMin, keptMs }, 12_345);
}

function id(environmentId: number, number: number): Uint32Array {
  return Uint32Array.of(environmentId, 0, 0, 0, number);
}

/** Adds ids with these numbers, in one commit. */
function add(ids: RememberedRequestIds, environmentId: number, from: number, end: number) {
  const words = Array.from({ length: end - from }, (_, index) => [
    ...id(environmentId, from + index),
  ]).flat();
  ids.add(Uint32Array.from(words), 0);
}

/** Writes, as a flush does. */
function write(ids: RememberedRequestIds, nowMs: number): void {
  ids.confirm(ids.writes(nowMs));
}

function knownOf(ids: RememberedRequestIds, environmentId: number, end: number): readonly number[] {
  return Array.from({ length: end }, (_, number) => number).filter((number) =>
    ids.has(id(environmentId, number)),
  );
}

describe("when there is no room", () => {
  test("an environment alone has all of it, and loses its oldest ids", () => {
    const ids = remembered(10);
    add(ids, 1, 0, 25);
    expect(knownOf(ids, 1, 25)).toEqual([15, 16, 17, 18, 19, 20, 21, 22, 23, 24]);
  });

  test("one with many ids makes room for one with few, which loses none", () => {
    const ids = remembered(10);
    add(ids, 1, 0, 10);
    add(ids, 2, 0, 3);
    add(ids, 1, 10, 1_000);
    expect(knownOf(ids, 2, 3)).toEqual([0, 1, 2]);
    expect(knownOf(ids, 1, 1_000)).toEqual([993, 994, 995, 996, 997, 998, 999]);
  });

  test("each keeps an equal share, whoever came first", () => {
    const ids = remembered(30);
    for (const environmentId of [1, 2, 3]) {
      add(ids, environmentId, 0, 100);
    }
    for (const environmentId of [1, 2, 3]) {
      expect(knownOf(ids, environmentId, 100)).toEqual([90, 91, 92, 93, 94, 95, 96, 97, 98, 99]);
    }
  });

  test("many environments have their guaranteed number, beyond the limit of all", () => {
    const ids = remembered(10, 5);
    for (let environmentId = 1; environmentId <= 100; environmentId++) {
      add(ids, environmentId, 0, 5);
    }
    add(ids, 1, 5, 1_000);
    expect(knownOf(ids, 1, 1_000)).toEqual([995, 996, 997, 998, 999]);
    for (let environmentId = 2; environmentId <= 100; environmentId++) {
      expect(knownOf(ids, environmentId, 5)).toEqual([0, 1, 2, 3, 4]);
    }
  });

  test("none with at most its share loses an id, in any order of submissions", () => {
    const idsMax = 60;
    const environments = 4;
    const commits = fc.array(
      fc.tuple(fc.integer({ min: 1, max: environments }), fc.integer({ min: 1, max: 30 })),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(commits, (made) => {
        const ids = remembered(idsMax);
        const counts = new Map<number, number>();
        for (const [index, [environmentId, count]] of made.entries()) {
          const before = counts.get(environmentId) ?? 0;
          add(ids, environmentId, before, before + count);
          counts.set(environmentId, before + count);
          if (index % 3 === 0) {
            write(ids, 0);
          }
          for (const [other, end] of counts) {
            const shareStart = Math.max(0, end - idsMax / environments);
            const known = knownOf(ids, other, end);
            expect(known.filter((number) => number >= shareStart)).toHaveLength(end - shareStart);
            // What is forgotten is the oldest.
            expect(known).toEqual(known.map((_, nth) => end - known.length + nth));
          }
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("an id", () => {
  test("is remembered for an hour, and not for two", () => {
    const ids = remembered();
    ids.add(id(1, 0), 0);
    write(ids, 0);
    for (let minute = 1; minute <= 60; minute++) {
      write(ids, minute * minuteMs);
    }
    expect(ids.has(id(1, 0))).toBe(true);
    for (let minute = 61; minute <= 120; minute++) {
      write(ids, minute * minuteMs);
    }
    expect(ids.has(id(1, 0))).toBe(false);
  });

  test("is remembered for an hour after the clock jumped months ahead, and back", () => {
    const ids = remembered();
    ids.add(id(1, 0), 0);
    write(ids, 0);
    const months = 90 * 24 * hourMs;
    for (let minute = 1; minute <= 60; minute++) {
      write(ids, minute * minuteMs + (minute >= 10 && minute < 20 ? months : 0));
    }
    expect(ids.has(id(1, 0))).toBe(true);
  });

  test("of a deleted environment is forgotten, and its row removed", () => {
    const ids = remembered();
    add(ids, 1, 0, 5);
    add(ids, 2, 0, 5);
    write(ids, 0);
    ids.forget(1);
    expect([knownOf(ids, 1, 5), knownOf(ids, 2, 5)]).toEqual([[], [0, 1, 2, 3, 4]]);
    expect(ids.writes(0).removed).toEqual([1]);
  });
});

describe("rows", () => {
  test("get the ids of one environment each, and are added to while they are open", () => {
    const ids = remembered();
    add(ids, 1, 0, 2);
    add(ids, 2, 0, 1);
    const first = ids.writes(0);
    expect(first.written.map((row) => [row.id, row.words.length / 5])).toEqual([
      [1, 2],
      [2, 1],
    ]);
    ids.confirm(first);
    add(ids, 2, 1, 450);
    const second = ids.writes(0);
    expect(second.written.map((row) => [row.id, row.words.length / 5])).toEqual([
      [2, 200],
      [3, 200],
      [4, 50],
    ]);
    ids.confirm(second);
    add(ids, 1, 2, 3);
    add(ids, 2, 450, 451);
    const third = ids.writes(0);
    expect(third.written.map((row) => [row.id, row.words.length / 5])).toEqual([
      [1, 3],
      [4, 51],
    ]);
    expect(third.removed).toEqual([]);
  });

  test("that could not be written are written with the next", () => {
    const ids = remembered();
    add(ids, 1, 0, 3);
    const lost = ids.writes(0);
    add(ids, 1, 3, 5);
    const written = ids.writes(0);
    expect(written.written.map((row) => [row.id, row.words.length / 5])).toEqual([[1, 5]]);
    expect(lost.written).toHaveLength(1);
  });

  test("are removed when all their ids are forgotten", () => {
    const ids = remembered(400);
    add(ids, 1, 0, 400);
    write(ids, 0);
    add(ids, 1, 400, 500);
    expect(ids.writes(0).removed).toEqual([]);
    add(ids, 1, 500, 600);
    const writes = ids.writes(0);
    expect(writes.removed).toEqual([1]);
    ids.confirm(writes);
    expect(ids.writes(0).removed).toEqual([]);
  });
});
