import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  noEntry,
  RequestIdTable,
} from "../../../../src/telemetry/worker/store/request-id-table.ts";
import { requestIdWords } from "../../../../src/telemetry/worker/store/request-id-words.ts";

const uuid = "467dd251-b5e9-44d1-b490-539a97ef0983";
const seed = 12_345;

test("an id is identified by its environment and all bits of its UUID", () => {
  expect([...requestIdWords(7, uuid)]).toEqual([7, 0x467dd251, 0xb5e944d1, 0xb490539a, 0x97ef0983]);
  expect([...requestIdWords(0xffff_ffff, "ffffffff-ffff-ffff-ffff-ffffffffffff")]).toEqual(
    Array.from({ length: 5 }, () => 0xffff_ffff),
  );
  expect(() => requestIdWords(2 ** 32, uuid)).toThrow("32 bits");
});

test("exactly the ids are found that were added and not removed", () => {
  // Few different ids, so that many are added and removed again.
  const id = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 40 }));
  const steps = fc.array(fc.record({ adds: fc.boolean(), id }), { maxLength: 400 });
  fc.assert(
    fc.property(steps, fc.integer(), (taken, anySeed) => {
      const table = new RequestIdTable(anySeed);
      const entries = new Map<string, number>();
      for (const { adds, id: added } of taken) {
        const [environmentId, number] = added;
        const words = Uint32Array.of(environmentId, 0, 0, 0, number);
        const known = entries.get(String(added));
        expect(table.has(words)).toBe(known !== undefined);
        if (adds) {
          const entry = table.add(words, 0);
          expect(entry === noEntry).toBe(known !== undefined);
          entries.set(String(added), known ?? entry);
        } else if (known !== undefined) {
          table.remove(known);
          entries.delete(String(added));
        }
      }
      expect(table.size).toBe(entries.size);
    }),
  );
});

test("many ids are found, and ids that differ in one bit are told apart", () => {
  const table = new RequestIdTable(seed);
  const count = 100_000;
  const entries = Array.from({ length: count }, (_, index) =>
    table.add(Uint32Array.of(1, 0, 0, 0, index * 2), 0),
  );
  const found = (offset: number) =>
    Array.from({ length: count }, (_, index) => index * 2 + offset).filter((number) =>
      table.has(Uint32Array.of(1, 0, 0, 0, number)),
    ).length;
  expect([found(0), found(1)]).toEqual([count, 0]);
  for (const entry of entries.filter((_, index) => index % 2 === 0)) {
    table.remove(entry);
  }
  expect(found(0)).toBe(count / 2);
  expect(table.has(Uint32Array.of(1, 0, 0, 0, 2))).toBe(true);
});

test("room that was made at once is used", () => {
  const table = new RequestIdTable(seed);
  table.add(Uint32Array.of(1, 2, 3, 4, 5), 0);
  table.reserve(5_000);
  expect(table.has(Uint32Array.of(1, 2, 3, 4, 5))).toBe(true);
  for (let number = 0; number < 5_000; number++) {
    table.add(Uint32Array.of(2, 0, 0, 0, number), 0);
  }
  expect(table.size).toBe(5_001);
});
