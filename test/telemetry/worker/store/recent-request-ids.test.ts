import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  RecentRequestIds,
  requestIdWords,
} from "../../../../src/telemetry/worker/store/recent-request-ids.ts";

const generationMs = 1_000;

function recentIds(generationIdsMax = 1_000_000): RecentRequestIds {
  return new RecentRequestIds({ generationMs, generationIdsMax, seed: 12_345 });
}

const uuid = "467dd251-b5e9-44d1-b490-539a97ef0983";

test("an id is identified by its environment and all bits of its UUID", () => {
  expect([...requestIdWords(7, uuid)]).toEqual([7, 0x467dd251, 0xb5e944d1, 0xb490539a, 0x97ef0983]);
  expect([...requestIdWords(0xffff_ffff, "ffffffff-ffff-ffff-ffff-ffffffffffff")]).toEqual(
    Array.from({ length: 5 }, () => 0xffff_ffff),
  );
  expect(() => requestIdWords(2 ** 32, uuid)).toThrow("32 bits");
});

test("exactly the added ids are found", () => {
  const id = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.uuid());
  const ids = fc.uniqueArray(id, { maxLength: 200, selector: String });
  fc.assert(
    fc.property(ids, ids, (added, others) => {
      const recent = recentIds();
      for (const [environmentId, requestId] of added) {
        recent.add(requestIdWords(environmentId, requestId), 0);
      }
      const isAdded = new Set(added.map(String));
      for (const other of [...added, ...others]) {
        expect(recent.has(requestIdWords(...other))).toBe(isAdded.has(String(other)));
      }
    }),
  );
});

test("many ids are found, and ids that differ in one bit are told apart", () => {
  const recent = recentIds();
  const count = 100_000;
  const ids = new Uint32Array(count * 5);
  for (let index = 0; index < count; index++) {
    ids.set([1, 0, 0, 0, index * 2], index * 5);
  }
  recent.add(ids, 0);
  const found = (offset: number) =>
    Array.from({ length: count }, (_, index) => index * 2 + offset).filter((number) =>
      recent.has(Uint32Array.of(1, 0, 0, 0, number)),
    ).length;
  expect([found(0), found(1)]).toEqual([count, 0]);
});

describe("an id is remembered", () => {
  test.each([
    ["for at least a generation", [0, 999, 999], true],
    ["into the next generation", [0, 999, 1_000, 1_999], true],
    ["for no longer than two generations", [0, 1_000, 2_000], false],
    ["also if the clock steps back", [0, -5_000, -1], true],
    ["for a generation after the clock stepped back", [5_000, 0, 5_999, 6_000, 6_999], true],
  ])("%s", (_, times, isFound) => {
    const recent = recentIds();
    times.forEach((time, index) => {
      recent.add(Uint32Array.of(1, 0, 0, 0, index), time);
    });
    expect(recent.has(Uint32Array.of(1, 0, 0, 0, 0))).toBe(isFound);
  });

  test("until a full generation of ids follows it", () => {
    const recent = recentIds(10);
    let begun = 0;
    for (let index = 0; index < 100; index++) {
      begun += recent.add(Uint32Array.of(1, 0, 0, 0, index), 0) ? 1 : 0;
      const oldest = Math.max(0, index - 9);
      expect(recent.has(Uint32Array.of(1, 0, 0, 0, oldest))).toBe(true);
      expect(recent.has(Uint32Array.of(1, 0, 0, 0, index - 20))).toBe(false);
    }
    expect(begun).toBe(10);
  });
});
