import { describe, expect, test } from "bun:test";
import { Compilation } from "../../../src/core/expressions/compilation.ts";
import {
  compileExpression,
  compileTerm,
} from "../../../src/core/expressions/compile-expression.ts";
import {
  parseExpression,
  parseStoredExpression,
} from "../../../src/core/expressions/expression.ts";
import { contextWith, isTrueIn, property } from "./operator-row.ts";

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
      expect(isTrueIn(contextWith(properties), expression)).toBe(opens);
    });
  }
});

describe("an argument that cannot fail is not evaluated if others have decided the result", () => {
  const [on, off, age] = [property("on"), property("off"), property("age")];
  const cases: readonly (readonly [expression: unknown, read: readonly string[]])[] = [
    [{ Any: [on, off] }, ["on"]],
    [{ Any: [off, on, on] }, ["off", "on"]],
    [{ All: [on, off, on] }, ["on", "off"]],
    [{ Any: [{ PercentageOfActors: [off, 0] }, on] }, ["off", "on"]],
    [{ Any: [on, { Number: [age] }] }, ["age"]],
    [{ Any: [{ Equal: [{ Number: [age] }, 7] }, on] }, ["age", "on"]],
  ];
  for (const [expression, read] of cases) {
    test(JSON.stringify(expression), () => {
      const seen: string[] = [];
      const known = new Proxy<Record<string, unknown>>(
        { on: true, off: false, age: 1 },
        {
          get(target, name) {
            seen.push(String(name));
            return target[String(name)];
          },
        },
      );
      isTrueIn(contextWith({}, { properties: known }), expression);
      expect(seen).toStrictEqual([...read]);
    });
  }
});

describe("references to other features", () => {
  test("a constant name is collected once, whatever its kind", () => {
    const { references } = compileExpression(
      parseExpression({
        All: [featureEnabled("5"), { FeatureEnabled: [5] }, featureEnabled("on")],
      }),
    );
    expect(references).toStrictEqual(["5", "on"]);
  });

  test("a name that depends on another feature comes after that feature", () => {
    const expression = { FeatureEnabled: [{ String: [featureEnabled("on")] }] };
    const { references } = compileExpression(parseExpression(expression));
    expect(references).toStrictEqual(["on", expect.any(Object)]);
    const asked: string[] = [];
    const enabled = (featureKey: string) => asked.push(featureKey) > 0;
    expect(isTrueIn(contextWith({}, { enabled }), expression)).toBeTrue();
    expect(asked).toStrictEqual(["on", "true"]);
  });

  test("a name that cannot be evaluated closes the gate, wherever it stands", () => {
    const broken = { FeatureEnabled: [{ String: [property("tags")] }] };
    const known = contextWith({ tags: [] });
    expect(isTrueIn(known, { Any: [true, broken] })).toBeFalse();
    expect(isTrueIn(known, { Any: [true, { Any: [true, broken] }] })).toBeFalse();
    expect(isTrueIn(contextWith({ tags: "on" }), { Any: [false, broken] })).toBeTrue();
  });
});

describe("constants are evaluated once", () => {
  test("an operator without context and with constant arguments becomes a constant", () => {
    const parsed = parseExpression({
      Equal: [{ Time: ["2024-02-29T00:00:00Z"] }, { Number: ["25"] }],
    });
    expect(compileTerm(parsed, new Compilation()).constant).toBeFalse();
  });

  test("an operator that reads the context does not", () => {
    for (const expression of [
      { Now: [] },
      { Random: [5] },
      featureEnabled("on"),
      property("plan"),
    ]) {
      expect(compileTerm(parseExpression(expression), new Compilation()).constant).toBeUndefined();
    }
  });

  test("a constant that fails gives a closed gate at every evaluation", () => {
    const compiled = compileExpression(parseStoredExpression({ Any: [true, { Time: ["never"] }] }));
    const context = { ...contextWith(), references: [] };
    expect([compiled.isTrue(context), compiled.isTrue(context)]).toStrictEqual([false, false]);
  });
});

test("PercentageOfActors uses the buckets of the feature whose expression it is in", () => {
  // `User;1` is in bucket 97,600 of search and 31,009 of my_feature.
  const expression = { PercentageOfActors: ["User;1", 50] };
  expect(isTrueIn(contextWith({}, { featureKey: "search" }), expression)).toBeFalse();
  expect(isTrueIn(contextWith({}, { featureKey: "my_feature" }), expression)).toBeTrue();
});

test("the clock is read at evaluation", () => {
  const since = { GreaterThanOrEqualTo: [{ Now: [] }, { Time: ["2024-02-29T12:00:00Z"] }] };
  expect(isTrueIn(contextWith({}, { now: () => 1_709_207_999_999 }), since)).toBeFalse();
  expect(isTrueIn(contextWith({}, { now: () => 1_709_208_000_000 }), since)).toBeTrue();
});

test("deeply nested properties are unequal and do not overflow the stack", () => {
  const deep = (levels: number): unknown => {
    let value: unknown = 1;
    for (let level = 0; level < levels; level++) {
      value = level % 2 === 0 ? [value] : { value };
    }
    return value;
  };
  const areEqual = (levels: number) =>
    isTrueIn(contextWith({ a: deep(levels), b: deep(levels) }), {
      Equal: [property("a"), property("b")],
    });
  expect([areEqual(32), areEqual(33), areEqual(100_000)]).toStrictEqual([true, false, false]);
});

test("only an EvaluationError gives a closed gate; other errors are thrown", () => {
  const broken = contextWith(
    {},
    {
      random: () => {
        throw new Error("no randomness left");
      },
    },
  );
  expect(() => isTrueIn(broken, { Random: [] })).toThrow("no randomness left");
});

test("an object that was not parsed is an error", () => {
  expect(() => compileExpression({})).toThrow("was not parsed");
});

function featureEnabled(featureKey: string): { readonly FeatureEnabled: readonly string[] } {
  return { FeatureEnabled: [featureKey] };
}
