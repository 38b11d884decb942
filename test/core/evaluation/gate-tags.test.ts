import { expect, test } from "bun:test";
import fc from "fast-check";
import { changeGates, type GateChange } from "../../../src/core/evaluation/gate-change.ts";
import { gateTags, seenTagOf } from "../../../src/core/evaluation/gate-tags.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";

const text = fc.oneof(
  fc.string({ unit: "binary", maxLength: 5 }),
  fc.constantFrom("1:a", "a", "1"),
);
const gates: fc.Arbitrary<Gates> = fc.record({
  boolean: fc.boolean(),
  expression: fc.option(fc.nat({ max: 3 }).map((value) => parseExpression({ Equal: [1, value] }))),
  groups: fc.array(text, { maxLength: 3 }).map(sortedSet),
  actors: fc.array(text, { maxLength: 3 }).map(sortedSet),
  percentageOfActors: fc.nat({ max: 3 }),
  percentageOfTime: fc.nat({ max: 3 }),
});

test("gates have equal tags exactly if they are equal, each gate for itself", () => {
  fc.assert(
    fc.property(gates, gates, (left, right) => {
      const [ofLeft, ofRight] = [gateTags(left), gateTags(structuredClone(right))];
      const same = (...names: (keyof Gates)[]) =>
        names.every((name) => JSON.stringify(left[name]) === JSON.stringify(right[name]));
      expect(ofLeft.boolean === ofRight.boolean).toBe(same("boolean"));
      expect(ofLeft.expression === ofRight.expression).toBe(same("expression"));
      expect(ofLeft.groups === ofRight.groups).toBe(same("groups"));
      expect(ofLeft.actors === ofRight.actors).toBe(same("actors"));
      expect(ofLeft.percentage_of_actors === ofRight.percentage_of_actors).toBe(
        same("percentageOfActors"),
      );
      expect(ofLeft.percentage_of_time === ofRight.percentage_of_time).toBe(
        same("percentageOfTime"),
      );
      expect(ofLeft.all === ofRight.all).toBe(JSON.stringify(left) === JSON.stringify(right));
    }),
    { numRuns: 500 },
  );
});

const changes: readonly GateChange[] = [
  { action: "enable" },
  { action: "enable_expression", value: parseExpression({ Any: [true] }) },
  { action: "enable_actor", value: "a" },
  { action: "enable_group", value: "a" },
  { action: "percentage_of_actors", value: 9 },
  { action: "percentage_of_time", value: 9 },
];

test.each(changes)("a change is told by the tag of what it writes: $action", (change) => {
  const changed = changeGates(closedGates, change);
  expect(seenTagOf(changed, change)).not.toBe(seenTagOf(closedGates, change));
  for (const other of changes) {
    const isSeen = seenTagOf(changed, other) !== seenTagOf(closedGates, other);
    // A reset concerns every gate.
    expect({ other, isSeen }).toEqual({
      other,
      isSeen: other === change || other.action === "enable",
    });
  }
});
