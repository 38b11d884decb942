import { expect, test } from "bun:test";
import fc from "fast-check";
import { ChunkedSet, smallSetMax } from "../../../src/core/evaluation/chunked-set.ts";
import { addedBytesOfSet, bytesOfSet } from "../../../src/core/evaluation/set-bytes.ts";
import {
  changedSet,
  contains,
  difference,
  excluding,
  including,
  type SortedSet,
  sameSet,
  sortedSet,
} from "../../../src/core/evaluation/sorted-set.ts";
import { compareUtf8 } from "../../../src/core/text/compare-utf8.ts";
import { textHash } from "../../../src/core/text/text-hash.ts";
import { seeded } from "../../fuzz/seed.ts";

/* Sets that are changed step by step, compared with plain ones that are made from scratch. */

const texts = ["", "\ue000", "\u{1f389}", "\ud800", "é", "z"];
const value = fc.oneof(
  { weight: 8, arbitrary: fc.nat(4_000).map((number) => `User;${number}`) },
  fc.constantFrom(...texts),
);
const values = fc.array(value, { maxLength: 60 });
const range = fc
  .record({ from: fc.nat(4_000), length: fc.nat(1_500) })
  .map(({ from, length }) => Array.from({ length }, (_, index) => `User;${from + index}`));
const change = fc.oneof(
  fc.record({ kind: fc.constant("include" as const), value }),
  fc.record({ kind: fc.constant("exclude" as const), value }),
  fc.record({ kind: fc.constant("change" as const), added: values, removed: values }),
  fc.record({ kind: fc.constant("change" as const), added: range, removed: values }),
  fc.record({ kind: fc.constant("change" as const), added: values, removed: range }),
);
type SetChange = typeof change extends fc.Arbitrary<infer Each> ? Each : never;

function changed(set: SortedSet, each: SetChange): SortedSet {
  switch (each.kind) {
    case "include":
      return including(set, each.value);
    case "exclude":
      return excluding(set, each.value);
    case "change":
      return changedSet(set, each.added, each.removed);
  }
}

function changedPlainly(set: ReadonlySet<string>, each: SetChange): ReadonlySet<string> {
  switch (each.kind) {
    case "include":
      return set.union(new Set([each.value]));
    case "exclude":
      return set.difference(new Set([each.value]));
    case "change":
      return set.difference(new Set(each.removed)).union(new Set(each.added));
  }
}

function sorted(set: ReadonlySet<string>): readonly string[] {
  return [...set].sort(compareUtf8);
}

const sizes = fc.oneof(fc.nat(3_000), fc.integer({ min: smallSetMax - 2, max: smallSetMax + 2 }));

test("a set has the members of a plain one, and the form of one that is made from scratch", () => {
  fc.assert(
    fc.property(sizes, fc.array(change, { maxLength: 12 }), (size, changes) => {
      let plain: ReadonlySet<string> = new Set(
        Array.from({ length: size }, (_, index) => `User;${index}`),
      );
      let set = sortedSet(plain);
      for (const each of changes) {
        const [before, plainBefore] = [set, plain];
        set = changed(set, each);
        plain = changedPlainly(plain, each);
        const expected = sorted(plain);
        expect([...set]).toEqual([...expected]);
        expect(set).toEqual(sortedSet(expected));
        expect(JSON.stringify(set)).toBe(JSON.stringify(expected));
        expect(set === before).toBe(plainBefore.symmetricDifference(plain).size === 0);
        expect(difference(set, before)).toEqual(sorted(plain.difference(plainBefore)));
        expect(difference(before, set)).toEqual(sorted(plainBefore.difference(plain)));
        expect(sameSet(set, before)).toBe(set === before);
        expect(addedBytesOfSet(before, set)).toBe(bytesOfSet(set) - bytesOfSet(before));
      }
      expect(bytesOfSet(set)).toBe(Buffer.byteLength([...plain].join("")));
      expect(sameSet(set, sortedSet(sorted(plain)))).toBe(true);
      for (const each of [...texts, "User;0", "User;1999", `User;${size}`]) {
        expect(contains(set, each)).toBe(plain.has(each));
      }
    }),
    { numRuns: 100, ...seeded },
  );
});

test("any slice of a large set has the values of a list's", () => {
  const list = sortedSet(Array.from({ length: 2_000 }, (_, index) => `User;${index}`));
  fc.assert(
    fc.property(fc.nat(2_100), fc.nat(2_100), (start, end) => {
      expect(list.slice(start, end)).toEqual([...list].slice(start, end));
    }),
    seeded,
  );
});

test("a change of a large set makes few chunks anew, and a small set is a list", () => {
  const large = sortedSet(Array.from({ length: 50_000 }, (_, index) => `User;${index}`));
  let set = large;
  for (let index = 0; index < 20; index++) {
    set = including(set, `Added;${index * 17}`);
    set = excluding(set, `User;${index * 2_311}`);
  }
  const known = new Set(chunksIn(large));
  const [ofLarge, ofSet] = [chunksIn(large).length, chunksIn(set)];
  expect(ofLarge).toBeGreaterThan(100);
  expect(ofSet.filter((chunk) => !known.has(chunk)).length).toBeLessThan(60);
  expect(sortedSet(large.slice(0, smallSetMax))).toBeArrayOfSize(smallSetMax);
});

test("values whose hashes never end a chunk are divided all the same", () => {
  const hashed = Array.from({ length: 9_000 }, (_, index) => `User;${index}`);
  const chosen = hashed.filter((each) => textHash(each) % 128 !== 0);
  const lengths = chunksIn(sortedSet(chosen)).map(({ length }) => length);
  expect(new Set(lengths.slice(0, -1))).toEqual(new Set([smallSetMax]));
});

function chunksIn(set: SortedSet): ChunkedSet["chunks"] {
  if (!(set instanceof ChunkedSet)) {
    throw new Error("the set is not in chunks");
  }
  return set.chunks;
}
