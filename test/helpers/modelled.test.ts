import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { FeatureModel } from "../../src/api/flipper/features/feature-model.ts";
import { modelled } from "./modelled.ts";

const feature = (actors: unknown) => ({
  key: "search",
  state: "conditional",
  gates: [{ key: "actors", name: "actor", value: actors }],
});

test("a feature whose actors are unique texts matches", () => {
  const value = feature(["a", "b", "A", ""]);
  expect<unknown>(modelled(FeatureModel, value)).toBe(value);
  expect<unknown>(modelled(FeatureModel, feature([]))).toEqual(feature([]));
});

test.each([[["a", "b", "a"]], [["a", 1]], [{ 0: "a" }], ["a"], [null]])(
  "a feature with actors %j does not match",
  (actors) => {
    expect(() => modelled(FeatureModel, feature(actors))).toThrow(/ at /);
  },
);

test("other members, missing ones, formats and other bounds of lists are checked", () => {
  expect(() => modelled(FeatureModel, { ...feature([]), other: 1 })).toThrow("/other");
  expect(() => modelled(FeatureModel, { key: "search" })).toThrow("/state");
  const model = Type.Object({
    at: Type.Optional(Type.String({ format: "date-time" })),
    names: Type.Optional(Type.Array(Type.String({ minLength: 2 }), { uniqueItems: true })),
    pairs: Type.Optional(Type.Array(Type.Array(Type.Number()), { uniqueItems: true })),
    few: Type.Optional(Type.Array(Type.String(), { uniqueItems: true, maxItems: 1 })),
  });
  const valid = { at: "2026-01-15T09:30:00.000Z", names: ["ab"], pairs: [[1], [2]], few: ["a"] };
  expect(modelled(model, valid)).toEqual(valid);
  expect(modelled(model, {})).toEqual({});
  for (const wrong of [
    { at: "today" },
    { names: ["a"] },
    { pairs: [[1], [1]] },
    { few: ["a", "b"] },
  ]) {
    expect(() => modelled(model, wrong)).toThrow(`/${Object.keys(wrong)[0]}`);
  }
});
