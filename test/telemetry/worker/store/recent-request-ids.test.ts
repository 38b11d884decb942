import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { RecentIds, wordsOf } from "../../../../src/telemetry/worker/store/recent-request-ids.ts";

const generationMs = 1_000;

function recentIds(generationIdsMax = 1_000_000): RecentIds {
  return new RecentIds({ generationMs, generationIdsMax, seed: 12_345 });
}

const uuid = "467dd251-b5e9-44d1-b490-539a97ef0983";

test("an id is its environment and all bits of its UUID", () => {
  expect([...wordsOf(7, uuid)]).toEqual([7, 0x467dd251, 0xb5e944d1, 0xb490539a, 0x97ef0983]);
  expect([...wordsOf(0xffff_ffff, "ffffffff-ffff-ffff-ffff-ffffffffffff")]).toEqual(
    Array.from({ length: 5 }, () => 0xffff_ffff),
  );
  expect(() => wordsOf(2 ** 32, uuid)).toThrow("32 bits");
});

test("every id added is there, and no other", () => {
  const id = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.uuid());
  const ids = fc.uniqueArray(id, { maxLength: 200, selector: String });
  fc.assert(
    fc.property(ids, ids, (added, others) => {
      const recent = recentIds();
      for (const [environmentId, requestId] of added) {
        recent.add(wordsOf(environmentId, requestId), 0);
      }
      const isAdded = new Set(added.map(String));
      for (const other of [...added, ...others]) {
        expect(recent.has(wordsOf(...other))).toBe(isAdded.has(String(other)));
      }
    }),
  );
});

test("many ids are all there, also those that differ in one bit", () => {
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
    ["for a generation at least", [0, 999, 999], true],
    ["into the next one", [0, 999, 1_000, 1_999], true],
    ["no longer than two", [0, 1_000, 2_000], false],
    ["also if the clock steps back", [0, -5_000, -1], true],
    ["whatever later generations last", [5_000, 0, 5_999, 6_000, 6_999], true],
  ])("%s", (_, times, isThere) => {
    const recent = recentIds();
    times.forEach((time, index) => {
      recent.add(Uint32Array.of(1, 0, 0, 0, index), time);
    });
    expect(recent.has(Uint32Array.of(1, 0, 0, 0, 0))).toBe(isThere);
  });

  test("as long as a generation's worth of ids comes after it", () => {
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
