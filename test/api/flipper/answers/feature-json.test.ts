import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  type FeatureShape,
  featureJson,
  featureParts,
  listParts,
  shortListJson,
} from "../../../../src/api/flipper/answers/feature-json.ts";
import { closedGates, type Gates } from "../../../../src/core/evaluation/gates.ts";
import { sortedSet } from "../../../../src/core/evaluation/sorted-set.ts";
import { Toggle } from "../../../../src/core/evaluation/toggle.ts";

const shapes: FeatureShape[] = [true, false].flatMap((expression) =>
  [true, false].flatMap((excludeGates) =>
    [true, false].map((excludeGateNames) => ({ expression, excludeGates, excludeGateNames })),
  ),
);

/** More values than a feature has that is written at once. */
const many = (prefix: string) =>
  sortedSet(
    Array.from({ length: 12_345 }, (_, index) => `${prefix}${String(index).padStart(5, "0")}`),
  );

const gates: Partial<Gates>[] = [
  {},
  { boolean: true, percentageOfActors: 5 },
  { actors: ['[]"', "User;[]", "ünï"], groups: ["[]"] },
  { actors: many('User;"[]\\ 🎉 ') },
  { actors: many("a"), groups: many("[]") },
  { groups: many("g"), percentageOfTime: 100 },
];
const keys = ["a", '"[]', "groups", "🎉", "__proto__", "[]"];
const toggles = gates.map(
  (each, index) => new Toggle(keys[index] ?? "", { ...closedGates, ...each }),
);

test.each(shapes)("a list in parts is the list, with the shape %j", (shape) => {
  const expected = `{"features":[${toggles.map((toggle) => featureJson(toggle, shape)).join(",")}]}`;
  expect([...listParts(toggles, shape)].join("")).toBe(expected);
  for (const toggle of toggles) {
    expect([...featureParts(toggle, shape)].join("")).toBe(featureJson(toggle, shape));
  }
  expect(shortListJson(toggles, shape)).toBe(shape.excludeGates ? expected : null);
});

test("each part is a small piece of the text of a heavy feature", () => {
  const [shape] = shapes.filter(({ excludeGates }) => !excludeGates);
  const heavy = toggles.find((toggle) => toggle.gates.actors.length > 10_000);
  if (shape === undefined || heavy === undefined) {
    throw new Error("there is no heavy feature");
  }
  const lengths = [...featureParts(heavy, shape)].map(({ length }) => length);
  expect(Math.max(...lengths)).toBeLessThan(100_000);
});

test("a short list is made at once, and only a short one", () => {
  const shape = { expression: true, excludeGates: false, excludeGateNames: false };
  const named = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 20 });
  fc.assert(
    fc.property(named, (names) => {
      const list = names.map((name) => new Toggle(name, closedGates));
      expect(shortListJson(list, shape)).toBe([...listParts(list, shape)].join(""));
    }),
  );
  const long = Array.from({ length: 5_000 }, (_, index) => new Toggle(`f${index}`, closedGates));
  expect(shortListJson(long, shape)).toBeNull();
  expect(shortListJson([], shape)).toBe('{"features":[]}');
});
