import { expect, test } from "bun:test";
import fc from "fast-check";
import { numbersOf, RequestIdSet } from "../../../../src/telemetry/worker/store/request-id-set.ts";
import { idOf } from "./numbered-ids.ts";

const seed = 12_345;

test("an id is identified by its environment and all bits of its UUID", () => {
  const requestId = "467dd251-b5e9-44d1-b490-539a97ef0983";
  const set = new RequestIdSet(seed);
  set.add(numbersOf({ environmentId: 7, requestId }));
  expect(set.has(numbersOf({ environmentId: 7, requestId }))).toBe(true);
  expect(set.has(numbersOf({ environmentId: 8, requestId }))).toBe(false);
  for (const [index, digit] of [...requestId].entries()) {
    if (digit !== "-") {
      const other = digit === "0" ? "1" : "0";
      const changed = requestId.slice(0, index) + other + requestId.slice(index + 1);
      expect(set.has(numbersOf({ environmentId: 7, requestId: changed }))).toBe(false);
    }
  }
  expect(() => set.has(numbersOf({ environmentId: 2 ** 32, requestId }))).toThrow("32 bits");
});

test("exactly the ids are found that were added and not removed", () => {
  // Few different ids, so that many are added and removed again.
  const id = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 40 }));
  const steps = fc.array(fc.record({ adds: fc.boolean(), id }), { maxLength: 400 });
  fc.assert(
    fc.property(steps, fc.integer(), (taken, anySeed) => {
      const set = new RequestIdSet(anySeed);
      const known = new Set<string>();
      for (const { adds, id: pair } of taken) {
        const changed = numbersOf(idOf(...pair));
        const isKnown = known.has(String(pair));
        expect(set.has(changed)).toBe(isKnown);
        if (adds) {
          expect(set.add(changed)).toBe(!isKnown);
          known.add(String(pair));
        } else {
          expect(set.remove(changed)).toBe(isKnown);
          known.delete(String(pair));
        }
      }
      expect(set.size).toBe(known.size);
    }),
  );
});

test("many ids are found, and ids that differ in one bit are told apart", () => {
  const set = new RequestIdSet(seed);
  const count = 100_000;
  const numbers = Array.from({ length: count }, (_, index) => index * 2);
  const found = (offset: number) =>
    numbers.filter((number) => set.has(numbersOf(idOf(1, number + offset)))).length;
  for (const number of numbers) {
    set.add(numbersOf(idOf(1, number)));
  }
  expect([found(0), found(1)]).toEqual([count, 0]);
  for (const number of numbers.filter((_, index) => index % 2 === 0)) {
    set.remove(numbersOf(idOf(1, number)));
  }
  expect([found(0), set.size]).toEqual([count / 2, count / 2]);
  expect(set.has(numbersOf(idOf(1, 2)))).toBe(true);
});
