import { expect, test } from "bun:test";
import { CompiledExpressions } from "../../../src/core/evaluation/compiled-expressions.ts";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";
import { checkOf } from "./check-inputs.ts";

/** Of equal size, so that limits can be given in numbers of expressions. */
function newToggles(count: number): readonly Toggle[] {
  return Array.from({ length: count }, (_, index) => {
    const expression = parseExpression({ Equal: [{ Property: ["a"] }, index] });
    return new Toggle(`f${index}`, { ...closedGates, expression });
  });
}

const one = new CompiledExpressions();
newToggles(1)[0]?.compiledExpression(one);
const size = one.keptBytes;

function room(count: number): CompiledExpressions {
  return new CompiledExpressions(count * size);
}

/** Which of the toggles have the same compiled expression as before; uses all in one check. */
function keptSince(
  before: readonly unknown[],
  toggles: readonly Toggle[],
  kept: CompiledExpressions,
) {
  kept.beginCheck();
  return toggles.flatMap((toggle, index) =>
    toggle.compiledExpression(kept) === before[index] ? [index] : [],
  );
}

function useAll(toggles: readonly Toggle[], kept: CompiledExpressions) {
  kept.beginCheck();
  return toggles.map((toggle) => toggle.compiledExpression(kept));
}

test("an expression is compiled when it is first asked, and once", () => {
  const kept = room(10);
  const [toggle = new Toggle("none", closedGates)] = newToggles(1);
  expect(kept.keptBytes).toBe(0);
  const compiled = toggle.compiledExpression(kept);
  expect(kept.keptBytes).toBe(size);
  expect(toggle.compiledExpression(kept)).toBe(compiled);
  expect(kept.keptBytes).toBe(size);
});

test("what is kept stays below the limit, and what was dropped gives the same answers", () => {
  const toggles = newToggles(100);
  const expressions = room(10);
  const map = new Map(toggles.map((toggle) => [toggle.key, toggle]));
  for (let wanted = 0; wanted < 100; wanted++) {
    const actor = { flipperId: "User;1", properties: { a: wanted } };
    const check = checkOf(map, [actor], { expressions });
    expect(check.enabledAmong(toggles)).toEqual([wanted]);
    expect(expressions.keptBytes).toBeLessThanOrEqual(10 * size);
  }
});

test("what was not used for long is dropped first", () => {
  const kept = room(10);
  const [used, unused, fresh] = [newToggles(5), newToggles(5), newToggles(5)];
  const before = useAll([...used, ...unused], kept);
  for (let check = 0; check < 3; check++) {
    useAll(used, kept);
  }
  useAll(fresh, kept);
  expect(kept.keptBytes).toBe(10 * size);
  expect(keptSince(before, used, kept)).toEqual([0, 1, 2, 3, 4]);
  expect(keptSince(before.slice(5), unused, kept)).toEqual([]);
});

test("a check of more than the limit compiles only what is above it", () => {
  const kept = room(10);
  const toggles = newToggles(15);
  const before = useAll(toggles, kept);
  for (let check = 0; check < 5; check++) {
    expect(keptSince(before, toggles, kept)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  }
});

test("checks that alternate keep something of each", () => {
  const kept = room(10);
  const [first, second, third] = [newToggles(8), newToggles(8), newToggles(8)];
  for (let round = 0; round < 20; round++) {
    for (const toggles of [first, second, third]) {
      useAll(toggles, kept);
      expect(kept.keptBytes).toBeLessThanOrEqual(10 * size);
    }
  }
});

test("an expression above the limit is compiled and not kept", () => {
  const kept = new CompiledExpressions(size - 1);
  const [toggle = new Toggle("none", closedGates)] = newToggles(1);
  const check = checkOf(new Map(), [{ flipperId: "", properties: { a: 0 } }], {
    expressions: kept,
  });
  expect(check.isEnabled(toggle)).toBe(true);
  expect(kept.keptBytes).toBe(0);
});

test("the size counts every operator", () => {
  const ofCount = (count: number) => {
    const kept = new CompiledExpressions();
    const list = Array.from({ length: count }, () => ({ Number: [{ Property: ["a"] }] }));
    const expression = parseExpression({ Any: list });
    new Toggle("a", { ...closedGates, expression }).compiledExpression(kept);
    return kept.keptBytes;
  };
  expect(ofCount(1_000)).toBeGreaterThan(990 * (ofCount(2) - ofCount(1)));
  expect(ofCount(2) - ofCount(1)).toBeGreaterThan(2 * 128);
});

test("a toggle can be used with two limits, of which one keeps its expression", () => {
  const [kept, other] = [room(10), room(10)];
  const toggles = newToggles(3);
  useAll(toggles, kept);
  const before = useAll(toggles, other);
  expect(other.keptBytes).toBe(3 * size);
  expect(keptSince(before, toggles, other)).toEqual([0, 1, 2]);
});
