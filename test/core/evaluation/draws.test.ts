import { expect, test } from "bun:test";
import { closedGates } from "../../../src/core/evaluation/gates.ts";
import type { ListCheck } from "../../../src/core/evaluation/list-check.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { type Expression, parseExpression } from "../../../src/core/expressions/expression.ts";
import { checkOf, enabledKeys, enabledKeysOfList } from "./check-inputs.ts";

const asks = (key: unknown) => ({ FeatureEnabled: [key] });
const halfOfChecks = { LessThan: [{ Random: [] }, 0.5] };
const people = ["User;1", "User;2"].map((flipperId) => ({ flipperId, properties: {} }));

function toggle(key: string, expression: unknown, percentageOfTime = 0): [string, Toggle] {
  const parsed: Expression | null = expression === null ? null : parseExpression(expression);
  return [key, new Toggle(key, { ...closedGates, expression: parsed, percentageOfTime })];
}

/** Two features that draw, and three that refer to them, two of these in a cycle that draws too. */
const toggles = new Map([
  toggle("sometimes", null, 50),
  toggle("random", halfOfChecks),
  toggle("both", { All: [asks("sometimes"), asks("random")] }),
  toggle("ring", { Any: [halfOfChecks, asks("rest"), { Equal: [asks("rest"), asks("both")] }] }, 1),
  toggle("rest", { All: [halfOfChecks, asks("ring"), asks({ Random: [3] })] }),
]);
/** Of `ring` and `rest` too: their expressions, the gate of the one and the name in the other. */
const drawCount = 6;

/** A check whose random numbers alternate, so that a second draw gives the other answer. */
function countedCheck(): { check: ListCheck; draws: () => number } {
  let draws = 0;
  const random = () => {
    draws += 1;
    return draws % 2 === 0 ? 0.9 : 0.1;
  };
  return { check: checkOf(toggles, people, { random }), draws: () => draws };
}

test.each([
  ["one by one", enabledKeys],
  ["as a list", enabledKeysOfList],
])("a percentage of time and each Random are drawn once in a check, asked %s", (_how, ask) => {
  const { check, draws } = countedCheck();
  const first = ask(check, toggles.values());
  expect(draws()).toBe(drawCount);
  for (let repetition = 0; repetition < 3; repetition++) {
    expect(ask(check, toggles.values())).toEqual(first);
    expect(enabledKeys(check, [...toggles.values()].toReversed()).toReversed()).toEqual(first);
  }
  expect(draws()).toBe(drawCount);
});

test("what a feature drew when another one asked for it is its own answer", () => {
  for (const key of ["sometimes", "random"]) {
    const { check } = countedCheck();
    const asked = toggles.get(key);
    const asker = toggle("asker", asks(key))[1];
    expect(asked === undefined || check.isEnabled(asker) === check.isEnabled(asked)).toBe(true);
  }
});

test("every check draws anew", () => {
  const { check, draws } = countedCheck();
  enabledKeys(check, toggles.values());
  const drawn = draws();
  const again = countedCheck();
  enabledKeys(again.check, toggles.values());
  expect([drawn, again.draws()]).toEqual([drawCount, drawCount]);
});

test("operators of one expression draw their own numbers", () => {
  const { check, draws } = countedCheck();
  const differ = { NotEqual: [{ Random: [] }, { Random: [] }] };
  expect(check.isEnabled(toggle("differ", differ)[1])).toBe(true);
  expect(draws()).toBe(2);
});

test("the clock is read once in a check", () => {
  let reads = 0;
  const check = checkOf(toggles, people, {
    now: () => {
      reads += 1;
      return reads * 1_000;
    },
  });
  const never = { NotEqual: [{ Now: [] }, { Now: [] }] };
  expect(check.isEnabled(toggle("never", never)[1])).toBe(false);
  expect(check.isEnabled(toggle("other", { Equal: [{ Now: [] }, { Time: [1] }] })[1])).toBe(true);
  expect(reads).toBe(1);
});
