import { describe, expect, test } from "bun:test";
import { compileExpression, compileTerm } from "../../src/expressions/compile-expression.ts";
import { parseExpression } from "../../src/expressions/expression.ts";
import { contextWith, property } from "./operator-row.ts";

describe("the gate is open unless the result is false or null, as in Ruby", () => {
  const roots: readonly (readonly [expression: unknown, opens: boolean])[] = [
    [{ Property: ["zero"] }, true],
    [{ Property: ["empty"] }, true],
    [{ Property: ["list"] }, true],
    [{ Property: ["no"] }, false],
    [{ Property: ["null"] }, false],
    [{ Property: ["missing"] }, false],
    [{ String: ["false"] }, true],
    [{ Boolean: ["false"] }, false],
    [{ Number: ["abc"] }, true],
    [{ Now: [] }, true],
    [{ Random: [1] }, true],
    [{ Time: ["never"] }, false],
  ];
  const properties = { zero: 0, empty: "", list: [], no: false, null: null };
  for (const [expression, opens] of roots) {
    test(JSON.stringify(expression), () => {
      expect(compileExpression(parseExpression(expression))(contextWith(properties))).toBe(opens);
    });
  }
});

describe("an argument that cannot fail is not evaluated if others have decided the result", () => {
  const cases: readonly (readonly [expression: unknown, asked: readonly string[]])[] = [
    [{ Any: [featureEnabled("on"), featureEnabled("off")] }, ["on"]],
    [{ Any: [featureEnabled("off"), featureEnabled("on"), featureEnabled("on")] }, ["off", "on"]],
    [{ All: [featureEnabled("on"), featureEnabled("off"), featureEnabled("on")] }, ["on", "off"]],
    [
      { Any: [{ PercentageOfActors: [featureEnabled("off"), 0] }, featureEnabled("on")] },
      ["off", "on"],
    ],
    [{ Any: [featureEnabled("on"), { Number: [property("age")] }] }, []],
    [{ Any: [{ Equal: [{ Number: [property("age")] }, 7] }, featureEnabled("on")] }, ["on"]],
  ];
  for (const [expression, asked] of cases) {
    test(JSON.stringify(expression), () => {
      const seen: string[] = [];
      const enabled = (featureKey: string) => {
        seen.push(featureKey);
        return featureKey === "on";
      };
      compileExpression(parseExpression(expression))(contextWith({ age: 1 }, { enabled }));
      expect(seen).toStrictEqual([...asked]);
    });
  }
});

describe("constants are evaluated once", () => {
  test("an operator without context and with constant arguments becomes a constant", () => {
    const parsed = parseExpression({ Equal: [{ Time: ["2024-02-29"] }, { Number: ["25"] }] });
    expect(compileTerm(parsed).constant).toStrictEqual({ value: false });
  });

  test("an operator that reads the context does not", () => {
    for (const expression of [
      { Now: [] },
      { Random: [5] },
      featureEnabled("on"),
      property("plan"),
    ]) {
      expect(compileTerm(parseExpression(expression)).constant).toBeUndefined();
    }
  });

  test("a constant that fails gives a closed gate at every evaluation", () => {
    const compiled = compileExpression(parseExpression({ Any: [true, { Time: ["never"] }] }));
    expect([compiled(contextWith()), compiled(contextWith())]).toStrictEqual([false, false]);
  });
});

test("PercentageOfActors uses the buckets of the feature whose expression it is in", () => {
  // `User;1` is in bucket 97,600 of search and 31,009 of my_feature.
  const compiled = compileExpression(parseExpression({ PercentageOfActors: ["User;1", 50] }));
  expect(compiled(contextWith({}, { featureKey: "search" }))).toBeFalse();
  expect(compiled(contextWith({}, { featureKey: "my_feature" }))).toBeTrue();
});

test("the clock is read at evaluation", () => {
  const since = { GreaterThanOrEqualTo: [{ Now: [] }, { Time: ["2024-02-29T12:00:00Z"] }] };
  const compiled = compileExpression(parseExpression(since));
  expect(compiled(contextWith({}, { now: () => 1_709_207_999_999 }))).toBeFalse();
  expect(compiled(contextWith({}, { now: () => 1_709_208_000_000 }))).toBeTrue();
});

test("deeply nested properties are unequal and do not overflow the stack", () => {
  const deep = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) {
      value = level % 2 === 0 ? [value] : { value };
    }
    return value;
  };
  const compiled = compileExpression(parseExpression({ Equal: [property("a"), property("b")] }));
  expect(compiled(contextWith({ a: deep(32), b: deep(32) }))).toBeTrue();
  expect(compiled(contextWith({ a: deep(33), b: deep(33) }))).toBeFalse();
  expect(compiled(contextWith({ a: deep(100_000), b: deep(100_000) }))).toBeFalse();
});

test("only an EvaluationError gives a closed gate; other errors are thrown", () => {
  const broken = contextWith(
    {},
    {
      enabled: () => {
        throw new Error("storage is gone");
      },
    },
  );
  expect(() => compileExpression(parseExpression(featureEnabled("on")))(broken)).toThrow(
    "storage is gone",
  );
});

test("an object that was not parsed is an error", () => {
  expect(() => compileExpression({})).toThrow("was not parsed");
});

function featureEnabled(featureKey: string): { readonly FeatureEnabled: readonly string[] } {
  return { FeatureEnabled: [featureKey] };
}
