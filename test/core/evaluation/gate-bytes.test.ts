import { expect, test } from "bun:test";
import fc from "fast-check";
import { addedGateBytes, gateBytes } from "../../../src/core/evaluation/gate-bytes.ts";
import { changeGates } from "../../../src/core/evaluation/gate-change.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";

const members = fc
  .array(fc.oneof(fc.constantFrom("a", "é", "🎉", "User;1"), fc.string({ unit: "grapheme" })), {
    maxLength: 8,
  })
  .map(sortedSet);
const gates: fc.Arbitrary<Gates> = fc.record({
  boolean: fc.boolean(),
  expression: fc.constantFrom(
    null,
    parseExpression({ Property: ["é"] }),
    parseExpression({ Equal: [{ Property: ["plan"] }, "pro"] }),
  ),
  groups: members,
  actors: members,
  percentageOfActors: fc.integer({ min: 0, max: 100 }),
  percentageOfTime: fc.integer({ min: 0, max: 100 }),
});

test("the bytes are those of the key, the actors, the groups and the expression's JSON", () => {
  expect(gateBytes("é", closedGates)).toBe(2);
  const expression = parseExpression({ Property: "ö" });
  const full = { ...closedGates, expression, groups: ["g", "🎉"], actors: ["User;1"] };
  expect(gateBytes("key", full)).toBe(3 + '{"Property":["ö"]}'.length + 1 + 1 + 4 + 6);
  expect(gateBytes("key", { ...closedGates, boolean: true, percentageOfTime: 100 })).toBe(3);
});

test("the added bytes of a change are the difference of both counts", () => {
  fc.assert(
    fc.property(gates, gates, fc.boolean(), (before, other, isKept) => {
      const after = isKept ? { ...other, actors: before.actors } : other;
      const difference = gateBytes("key", after) - gateBytes("key", before);
      expect(addedGateBytes(before, after)).toBe(difference);
      expect(addedGateBytes(after, before) + difference).toBe(0);
    }),
    { numRuns: 500 },
  );
});

test("one actor more or less, at any place, adds or removes its bytes", () => {
  fc.assert(
    fc.property(members, fc.string({ unit: "grapheme", minLength: 1 }), (actors, added) => {
      const before = {
        ...closedGates,
        actors: sortedSet([...actors].filter((actor) => actor !== added)),
      };
      const after = { ...closedGates, actors: sortedSet([...before.actors, added]) };
      const bytes = Buffer.byteLength(added);
      expect(addedGateBytes(before, after)).toBe(bytes);
      expect(addedGateBytes(after, before)).toBe(-bytes);
    }),
  );
});

test.each([0, 60, 63, 64, 65, 300])(
  "a gate that begins with %i actors and changes one by one keeps the right count",
  (size) => {
    const start: Gates = {
      ...closedGates,
      actors: sortedSet(Array.from({ length: size }, (_, index) => `é${index}`)),
    };
    const id = fc.oneof(
      fc.nat({ max: 400 }).map((index) => `é${index}`),
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }),
    );
    const change = fc.record({
      action: fc.constantFrom("enable_actor" as const, "disable_actor" as const),
      value: id,
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        let gates = start;
        let bytes = counted(start);
        for (const each of changes) {
          const after = changeGates(gates, each);
          bytes += addedGateBytes(gates, after);
          gates = after;
          expect(bytes).toBe(counted(gates));
        }
        expect(gateBytes("", gates)).toBe(bytes);
      }),
    );
  },
);

function counted({ actors }: Gates): number {
  return new TextEncoder().encode([...actors].join("")).length;
}
