import { expect, test } from "bun:test";
import fc from "fast-check";
import type { ActorCheck } from "../../../src/core/evaluation/actor-check.ts";
import type { Actor } from "../../../src/core/evaluation/actor-context.ts";
import { CompiledExpressions } from "../../../src/core/evaluation/compiled-expressions.ts";
import { evaluationOf } from "../../../src/core/evaluation/evaluation.ts";
import { ExplainedFeatures } from "../../../src/core/evaluation/explain-check.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { runSteps } from "../../../src/core/evaluation/run-steps.ts";
import { Toggle } from "../../../src/core/evaluation/toggle.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";
import { runsOf } from "../../helpers/runs.ts";
import { checkOf } from "./check-inputs.ts";
import { anyActors, anyFeatures, togglesOf } from "./random-features.ts";

const numRuns = runsOf(200);
const keeper = new CompiledExpressions();

const evaluate = (check: ActorCheck, toggle: Toggle) =>
  evaluationOf(toggle.gates, check.openGate(toggle), check.hasActors);

const user: Actor = { flipperId: "User;1", properties: { plan: "pro" } };
const inputs = {
  random: () => 0.3,
  isInGroup: (group: string, { flipperId }: Actor) => group === "one" && flipperId === "User;1",
};
const plan = (name: string) => parseExpression({ Equal: [{ Property: ["plan"] }, name] });

/** The bucket of User;1 in `search` is 97,600. */
const rows: readonly [string, Partial<Gates>, string, string | null][] = [
  ["nothing is set", {}, "STATIC", null],
  ["boolean is on", { boolean: true }, "STATIC", "boolean"],
  ["boolean comes first", { boolean: true, actors: ["User;1"] }, "STATIC", "boolean"],
  ["the expression is true", { expression: plan("pro") }, "TARGETING_MATCH", "expression"],
  ["the expression is false", { expression: plan("free") }, "TARGETING_MATCH", null],
  ["the actor is named", { actors: ["User;1"] }, "TARGETING_MATCH", "actors"],
  ["another actor is named", { actors: ["User;2"] }, "TARGETING_MATCH", null],
  ["the group matches", { groups: ["nobody", "one"] }, "TARGETING_MATCH", "groups"],
  ["no group matches", { groups: ["nobody"] }, "TARGETING_MATCH", null],
  ["the bucket is included", { percentageOfActors: 98 }, "SPLIT", "percentage_of_actors"],
  ["the bucket is not included", { percentageOfActors: 97 }, "SPLIT", null],
  ["the time is included", { percentageOfTime: 31 }, "SPLIT", "percentage_of_time"],
  ["the time is not included", { percentageOfTime: 30 }, "SPLIT", null],
  ["a percentage is closed", { actors: ["User;2"], percentageOfTime: 1 }, "SPLIT", null],
  [
    "the expression comes before actors",
    { expression: plan("pro"), actors: ["User;1"] },
    "TARGETING_MATCH",
    "expression",
  ],
  [
    "percentages come before groups",
    { groups: ["one"], percentageOfTime: 100 },
    "SPLIT",
    "percentage_of_time",
  ],
];

test.each(rows)("%s", (_, gates, reason, gate) => {
  const toggle = new Toggle("search", { ...closedGates, ...gates });
  const evaluation = evaluate(checkOf(new Map(), [user], inputs), toggle);
  expect<unknown>(evaluation).toEqual({
    enabled: gate !== null,
    variant: gate === null ? "off" : "on",
    reason,
    gate,
    lacksActor: false,
  });
});

const withoutActor: readonly [string, Partial<Gates>, boolean][] = [
  ["actors", { actors: ["User;1"] }, true],
  ["a percentage of actors", { percentageOfActors: 100 }, true],
  ["groups", { groups: ["one"] }, true],
  ["nothing", {}, false],
  ["a percentage of time that is not met", { percentageOfTime: 1 }, false],
  ["an expression", { expression: plan("pro") }, false],
  ["boolean and actors", { boolean: true, actors: ["User;1"] }, false],
  ["actors and a percentage of time that is met", { actors: ["a"], percentageOfTime: 31 }, false],
];

test.each(withoutActor)("a check without actors of a feature with %s", (_, gates, lacks) => {
  const toggle = new Toggle("search", { ...closedGates, ...gates });
  expect(evaluate(checkOf(new Map(), [], inputs), toggle).lacksActor).toBe(lacks);
});

const anyGates: fc.Arbitrary<Partial<Gates>> = fc.record({
  boolean: fc.boolean(),
  groups: fc.subarray(["nobody", "one"]),
  percentageOfActors: fc.constantFrom(0, 0, 50, 100),
  percentageOfTime: fc.constantFrom(0, 0, 30, 31),
});

test("the result is that of a check, and the gate is the first one that an explanation opens", () => {
  fc.assert(
    fc.property(
      anyFeatures,
      anyActors,
      fc.dictionary(fc.constantFrom("a", "b", "c"), anyGates),
      (all, actors, gates) => {
        const toggles = new Map(
          [...togglesOf(all)].map(([key, toggle]) => [
            key,
            new Toggle(key, { ...toggle.gates, ...gates[key] }),
          ]),
        );
        const evaluating = checkOf(toggles, actors, inputs);
        const check = checkOf(toggles, actors, inputs);
        for (const toggle of toggles.values()) {
          const evaluation = evaluate(evaluating, toggle);
          expect(evaluation.enabled).toBe(check.isEnabled(toggle));
          expect(evaluation.enabled).toBe(evaluation.gate !== null);
          const explanation = new ExplainedFeatures(actors, {
            ...inputs,
            find: (key) => toggles.get(key),
            expressions: keeper,
            now: () => 0,
            crc32: Bun.hash.crc32,
            isKnownGroup: () => true,
          });
          const explained = runSteps(explanation.explain(toggle));
          const open = explained.gates.filter(({ opens }) => opens).map(({ gate }) => gate);
          // In a cycle the explanation of an expression does not show all answers.
          if (evaluating.isInCycle(toggle)) {
            expect(evaluation.gate === null || open.includes(evaluation.gate)).toBeTrue();
          } else {
            expect(evaluation.gate).toBe(open[0] ?? null);
          }
        }
      },
    ),
    { numRuns },
  );
});
