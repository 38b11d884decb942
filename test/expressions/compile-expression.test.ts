import { describe, expect, test } from "bun:test";
import { compile, compileTerm } from "../../src/expressions/compile-expression.ts";
import { parseExpression } from "../../src/expressions/expression.ts";
import { contextWith, property } from "./operator-row.ts";

describe("the gate opens on Ruby's truth of the root", () => {
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
      expect(compile(parseExpression(expression))(contextWith(properties))).toBe(opens);
    });
  }
});

describe("what cannot fail is not evaluated once the group is decided", () => {
  const groups: readonly (readonly [expression: unknown, asked: readonly string[]])[] = [
    [{ Any: [asks("on"), asks("off")] }, ["on"]],
    [{ Any: [asks("off"), asks("on"), asks("on")] }, ["off", "on"]],
    [{ All: [asks("on"), asks("off"), asks("on")] }, ["on", "off"]],
    [{ Any: [{ PercentageOfActors: [asks("off"), 0] }, asks("on")] }, ["off", "on"]],
    [{ Any: [asks("on"), { Number: [property("age")] }] }, []],
    [{ Any: [{ Equal: [{ Number: [property("age")] }, 7] }, asks("on")] }, ["on"]],
  ];
  for (const [expression, asked] of groups) {
    test(JSON.stringify(expression), () => {
      const seen: string[] = [];
      const enabled = (featureKey: string) => {
        seen.push(featureKey);
        return featureKey === "on";
      };
      compile(parseExpression(expression))(contextWith({ age: 1 }, { enabled }));
      expect(seen).toStrictEqual([...asked]);
    });
  }
});

describe("constants are computed once", () => {
  test("an operator that knows its arguments only gives a constant", () => {
    const parsed = parseExpression({ Equal: [{ Time: ["2024-02-29"] }, { Number: ["25"] }] });
    expect(compileTerm(parsed).constant).toStrictEqual({ value: false });
  });

  test("one that reads the context does not", () => {
    for (const expression of [{ Now: [] }, { Random: [5] }, asks("on"), property("plan")]) {
      expect(compileTerm(parseExpression(expression)).constant).toBeUndefined();
    }
  });

  test("a constant that fails keeps the gate closed at every evaluation", () => {
    const compiled = compile(parseExpression({ Any: [true, { Time: ["never"] }] }));
    expect([compiled(contextWith()), compiled(contextWith())]).toStrictEqual([false, false]);
  });
});

test("the percentage starts from the feature whose gate it is, whichever that is", () => {
  // `User;1` is in bucket 97,600 of search and 31,009 of my_feature (WIRE.md C.4).
  const compiled = compile(parseExpression({ PercentageOfActors: ["User;1", 50] }));
  expect(compiled(contextWith({}, { featureKey: "search" }))).toBeFalse();
  expect(compiled(contextWith({}, { featureKey: "my_feature" }))).toBeTrue();
});

test("the clock is read at evaluation", () => {
  const since = { GreaterThanOrEqualTo: [{ Now: [] }, { Time: ["2024-02-29T12:00:00Z"] }] };
  const compiled = compile(parseExpression(since));
  expect(compiled(contextWith({}, { now: () => 1_709_207_999_999 }))).toBeFalse();
  expect(compiled(contextWith({}, { now: () => 1_709_208_000_000 }))).toBeTrue();
});

test("properties nested without end equal nothing and overflow nothing", () => {
  const deep = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) {
      value = level % 2 === 0 ? [value] : { value };
    }
    return value;
  };
  const compiled = compile(parseExpression({ Equal: [property("a"), property("b")] }));
  expect(compiled(contextWith({ a: deep(32), b: deep(32) }))).toBeTrue();
  expect(compiled(contextWith({ a: deep(33), b: deep(33) }))).toBeFalse();
  expect(compiled(contextWith({ a: deep(100_000), b: deep(100_000) }))).toBeFalse();
});

test("what breaks outside the grammar is not taken for a closed gate", () => {
  const broken = contextWith(
    {},
    {
      enabled: () => {
        throw new Error("storage is gone");
      },
    },
  );
  expect(() => compile(parseExpression(asks("on")))(broken)).toThrow("storage is gone");
});

test("an object that was never parsed stops loudly", () => {
  expect(() => compile({})).toThrow("was not parsed");
});

function asks(featureKey: string): { readonly FeatureEnabled: readonly string[] } {
  return { FeatureEnabled: [featureKey] };
}
