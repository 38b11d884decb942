import { expect, test } from "bun:test";
import fc from "fast-check";
import type { ExplainedCheck } from "../../../src/core/evaluation/explained-check.ts";
import type { Gates } from "../../../src/core/evaluation/gates.ts";
import { anyActors, anyFeatures, togglesOf } from "../../core/evaluation/random-features.ts";
import { runsOf } from "../../helpers/runs.ts";
import { startServices, storageKinds } from "./service-fixture.ts";

const numRuns = runsOf(60);

const otherGates: fc.Arbitrary<Partial<Gates>> = fc.record({
  boolean: fc.boolean(),
  groups: fc.subarray(["nobody", "one"]),
  percentageOfActors: fc.constantFrom(0, 0, 50),
  percentageOfTime: fc.constantFrom(0, 0, 50, 51),
});

function expectAnswer(explained: ExplainedCheck, isEnabled: boolean): void {
  const { enabled, gates } = explained;
  expect(enabled).toBe(isEnabled);
  expect(enabled).toBe(gates.some(({ opens }) => opens));
  const [, expression] = gates;
  if (expression?.gate === "expression" && !expression.isInCycle) {
    expect(expression.opens).toBe(expression.actors.some(({ isTrue }) => isTrue));
  }
  expect(gates.map(({ gate }) => gate)).toEqual([
    "boolean",
    "expression",
    "actors",
    "percentage_of_actors",
    "percentage_of_time",
    "groups",
  ]);
}

test("the explained answer is the answer of the check, also in cycles", async () => {
  const [, [, openMemory] = []] = storageKinds;
  await using fixture = await startServices(openMemory);
  const { services, production } = fixture;
  const { features, explanations } = services;
  await fc.assert(
    fc.asyncProperty(
      anyFeatures,
      anyActors,
      fc.option(otherGates),
      fc.subarray(["one"]),
      async (all, actors, gates, groups) => {
        const imported = new Map(
          [...togglesOf(all)].map(([key, toggle]) => [
            key,
            key === "a" ? { ...toggle.gates, ...gates } : toggle.gates,
          ]),
        );
        await features.import(production, imported);
        const declaredGroups = new Set(groups);
        const isKnownGroup = () => false;
        const question = { actors, declaredGroups, isKnownGroup };
        const check = features.check(production, actors, declaredGroups);
        const answers = new Map(
          [...imported.keys()].map((key) => [key, check.isEnabled(features.get(production, key))]),
        );
        // As POST explain of the Admin API asks; "Try it" in the web UI asks for one feature.
        const asked = [...imported.keys(), "missing"];
        const explain = (keys: readonly string[]) =>
          explanations.explainEach(
            production,
            keys,
            question,
            (key, explained) => [key, explained] as const,
          );
        const together = await explain(asked);
        expect(together.map(([key]) => key)).toEqual(asked);
        for (const [key, explained] of together) {
          const isEnabled = answers.get(key);
          if (explained === null || isEnabled === undefined) {
            expect([key, explained]).toEqual(["missing", null]);
            continue;
          }
          expectAnswer(explained, isEnabled);
          for (const [, alone] of await explain([key])) {
            expectAnswer(alone ?? expect.unreachable(), isEnabled);
          }
        }
      },
    ),
    { numRuns },
  );
});
