import { expect, test } from "bun:test";
import fc from "fast-check";
import type { Actor } from "../../../src/core/evaluation/actor-context.ts";
import { CompiledExpressions } from "../../../src/core/evaluation/compiled-expressions.ts";
import {
  ExplainedFeatures,
  type ExplainInputs,
} from "../../../src/core/evaluation/explain-check.ts";
import type { ExplainedGate } from "../../../src/core/evaluation/explained-check.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { runSteps } from "../../../src/core/evaluation/run-steps.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { type Expression, parseExpression } from "../../../src/core/expressions/expression.ts";
import { runsOf } from "../../helpers/runs.ts";

const numRuns = runsOf(200);

function inputsOf(
  toggles: ReadonlyMap<string, Toggle>,
  more: Partial<ExplainInputs> = {},
): ExplainInputs {
  return {
    find: (key) => toggles.get(key),
    expressions: new CompiledExpressions(),
    now: () => 1_700_000_000_000,
    random: () => 0.3,
    crc32: Bun.hash.crc32,
    isInGroup: (group, { flipperId }) => flipperId === "User;1" && group === "one",
    isKnownGroup: (group) => group === "one",
    ...more,
  };
}

/** Explains one feature; test/app/services/explain.property.long.test.ts asks as the program does. */
function explainOne(toggle: Toggle, actors: readonly Actor[], inputs: ExplainInputs) {
  return runSteps(new ExplainedFeatures(actors, inputs).explain(toggle));
}

test("features that are explained together agree with each other, whatever is drawn", () => {
  const draw = { Random: [] };
  const toggles = new Map(
    Object.entries({
      timed: { percentageOfTime: 50 },
      drawn: { expression: parseExpression({ GreaterThan: [draw, 0.5] }) },
      both: {
        expression: parseExpression({
          All: [{ FeatureEnabled: ["timed"] }, { FeatureEnabled: ["drawn"] }],
        }),
      },
    }).map(([key, gates]) => [key, new Toggle(key, { ...closedGates, ...gates })]),
  );
  fc.assert(
    fc.property(fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })), (numbers) => {
      const random = () => numbers.next().value ?? 0;
      const explanations = new ExplainedFeatures([], inputsOf(toggles, { random }));
      const enabled = (key: string) => {
        const toggle = toggles.get(key);
        return toggle !== undefined && runSteps(explanations.explain(toggle)).enabled;
      };
      const both = enabled("both");
      expect(both).toBe(enabled("timed") && enabled("drawn"));
      expect(enabled("both")).toBe(both);
    }),
    { numRuns },
  );
});

function explained(gates: Partial<Gates>, actors: readonly Actor[], inputs = inputsOf(new Map())) {
  const { gates: all } = explainOne(
    new Toggle("search", { ...closedGates, ...gates }),
    actors,
    inputs,
  );
  return (name: ExplainedGate["gate"]) => all.find(({ gate }) => gate === name);
}

const user = (id: string, properties = {}): Actor => ({ flipperId: id, properties });

test("a bucket says from which percentage on it is open", () => {
  for (let id = 0; id < 50; id++) {
    const actors = [user(`User;${id}`)];
    const gate = explained({ percentageOfActors: 50 }, actors)("percentage_of_actors");
    if (gate?.gate !== "percentage_of_actors" || gate.opensAbove === null) {
      throw new Error("there is no bucket");
    }
    expect(gate.threshold).toBe(50_000);
    expect(gate.opens).toBe(gate.opensAbove < 50);
    const opensAt = Math.floor(gate.opensAbove) + 1;
    const opens = (percentage: number) =>
      explained({ percentageOfActors: percentage }, actors)("percentage_of_actors")?.opens;
    expect([opens(opensAt - 1), opens(opensAt)]).toEqual([
      // A bucket of whole percents is open only above it.
      false,
      true,
    ]);
  }
  expect(explained({ percentageOfActors: 100 }, [])("percentage_of_actors")).toMatchObject({
    opens: false,
    bucket: null,
    opensAbove: null,
  });
});

test("actors and groups say which of them match, and which are unknown", () => {
  const gates = { actors: ["User;2", "User;3"], groups: ["nobody", "one"] };
  const gate = explained(gates, [user("User;1"), user("User;3")]);
  expect(gate("actors")).toEqual({ gate: "actors", opens: true, count: 2, matched: ["User;3"] });
  expect(gate("groups")).toEqual({
    gate: "groups",
    opens: true,
    groups: [
      { name: "nobody", matches: false, isKnown: false },
      { name: "one", matches: true, isKnown: true },
    ],
  });
});

function treeOf(json: unknown, properties: object, toggles = new Map<string, Toggle>()) {
  const expression: Expression = parseExpression(json);
  const gate = explained(
    { expression },
    [user("User;1", properties)],
    inputsOf(toggles),
  )("expression");
  if (gate?.gate !== "expression" || gate.tree === null) {
    throw new Error("there is no tree");
  }
  return gate;
}

test("each part of an expression has its value, and its group the part that decided", () => {
  const condition = {
    All: [
      { Equal: [{ Property: ["plan"] }, "pro"] },
      { Any: [{ Boolean: [{ Property: ["beta"] }] }, { FeatureEnabled: ["other"] }] },
    ],
  };
  const other = new Toggle("other", { ...closedGates, boolean: true });
  const { tree, opens } = treeOf(condition, { plan: "pro", beta: 0 }, new Map([["other", other]]));
  expect(opens).toBeTrue();
  expect(tree).toMatchObject({ operator: "All", value: { text: "true" }, decidedBy: null });
  expect(tree?.operands[0]).toMatchObject({
    operator: "Equal",
    value: { type: "boolean", text: "true" },
    operands: [
      { operator: "Property", value: { type: "text", text: "pro" } },
      { operator: null, value: { type: "text", text: "pro" } },
    ],
  });
  expect(tree?.operands[1]).toMatchObject({ operator: "Any", decidedBy: 1 });
  const free = treeOf(condition, { plan: "free" });
  expect(free.opens).toBeFalse();
  expect(free.tree).toMatchObject({ value: { text: "false" }, decidedBy: 0 });
});

test("a part that fails closes the gate, and says why at its place", () => {
  const condition = { Any: [true, { GreaterThan: [{ Number: [{ Property: ["age"] }] }, 18] }] };
  const { tree, opens, actors } = treeOf(condition, { age: [1] });
  expect(opens).toBeFalse();
  expect(actors).toEqual([{ flipperId: "User;1", isTrue: false, failed: true }]);
  expect(tree).toMatchObject({ value: null, error: null });
  expect(tree?.operands[1]?.operands[0]).toMatchObject({
    operator: "Number",
    value: null,
    error: expect.stringContaining("cannot be converted to a number"),
    operands: [{ operator: "Property", value: { type: "list", text: "[1]" } }],
  });
});

test("long values are cut, and times are shown as times", () => {
  const { tree } = treeOf(
    { Equal: [{ Property: ["long"] }, { Time: [0] }] },
    { long: "é".repeat(999) },
  );
  expect(tree?.operands[0]?.value?.text).toBe(`${"é".repeat(200)}…`);
  expect(tree?.operands[1]?.value).toEqual({ type: "time", text: "1970-01-01 00:00:00 UTC" });
});
