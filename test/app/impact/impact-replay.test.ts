import { expect, test } from "bun:test";
import { hostedGroupPolicy } from "../../../src/app/commands/hosted-group-policy.ts";
import { setSamplesActors } from "../../../src/app/commands/project-commands.ts";
import { ActorSamples, sampleSizeMax } from "../../../src/app/impact/actor-samples.ts";
import { gatesAfterCommands } from "../../../src/app/impact/gates-after.ts";
import { ImpactEstimates } from "../../../src/app/impact/impact-estimates.ts";
import { runCommands } from "../../../src/app/requests/run-commands.ts";
import { ExpensiveAnswers } from "../../../src/app/services/expensive-answers.ts";
import type { Actor } from "../../../src/core/evaluation/actor-context.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";
import type { FeatureCommand } from "../../../src/core/model/feature-command.ts";
import { textHash } from "../../../src/core/text/text-hash.ts";
import { startServices } from "../services/service-fixture.ts";

const key = "search";
/** Each gives another sample of the same actors. */
const keys = ["a", "b", "c", "d", "e"];
const sides = ["before", "after", "gained", "lost"] as const;
const population = 5_000;
const countries = ["de", "fr", "jp", "us", "br", "in", "ke"];

interface Known {
  readonly actor: Actor;
  readonly groups: ReadonlySet<string>;
}

const everyone: readonly Known[] = Array.from({ length: population }, (_, index) => ({
  actor: {
    flipperId: `User;${index}`,
    properties: { country: countries[index % countries.length], age: (index * 7_919) % 90 },
  },
  groups: new Set(index % 50 === 0 ? ["staff"] : []),
}));

const expression = (value: unknown): FeatureCommand => ({
  ...{ kind: "expression", key },
  value: parseExpression(value),
});
const isIn = (country: string) => ({ Equal: [{ Property: "country" }, country] });

const commands: readonly FeatureCommand[] = [
  { kind: "percentage_of_actors", key, value: 5 },
  { kind: "groups", key, add: ["staff"], remove: [] },
  { kind: "percentage_of_actors", key, value: 40 },
  expression({ Any: [isIn("de"), isIn("jp")] }),
  { kind: "percentage_of_actors", key, value: 0 },
  expression({ LessThan: [{ Property: "age" }, 18] }),
  expression({ FeatureEnabled: ["beta"] }),
  {
    kind: "actors",
    key,
    add: everyone.slice(0, 900).map(({ actor }) => actor.flipperId),
    remove: [],
  },
  { kind: "groups", key, add: [], remove: ["staff"] },
  { kind: "enable", key },
  { kind: "clear", key },
  { kind: "remove", key },
];

test("the estimate of each change agrees with checks of all actors before and after it", async () => {
  await using fixture = await startServices();
  const { services, production: caller } = fixture;
  const { writer, features } = services;
  await writer.submit((draft) => {
    for (const project of draft.state.projects.values()) {
      setSamplesActors(draft, project, true);
    }
  });
  await features.create(caller, key);
  await features.change(caller, "beta", { action: "percentage_of_actors", value: 30 });
  const estimators = keys.map((hashKey) => {
    const samples = new ActorSamples({
      state: () => writer.state,
      now: () => fixture.clock.now,
      hash: (id) => textHash(`${hashKey} ${id}`),
    });
    for (const { actor, groups } of everyone) {
      samples.record(caller.environment, [actor], groups);
    }
    return new ImpactEstimates(features, samples, new ExpensiveAnswers());
  });
  const replay = () =>
    everyone.map(({ actor, groups }) => {
      const toggle = features.snapshot(caller).find(key);
      return toggle !== undefined && features.check(caller, [actor], groups).isEnabled(toggle);
    });
  const { signal } = new AbortController();
  let before = replay();
  const outside: string[] = [];
  for (const command of commands) {
    const estimates = await Promise.all(
      estimators.map((impacts) => {
        const changes = gatesAfterCommands(writer.state, caller, [command]);
        return impacts.estimate(caller, changes, signal);
      }),
    );
    await writer.submitInSteps((draft) => runCommands(draft, caller, [command], hostedGroupPolicy));
    const after = replay();
    const shareOf = (isCounted: (index: number) => boolean) =>
      everyone.filter((_, index) => isCounted(index)).length / population;
    const shares = {
      before: shareOf((index) => before[index] === true),
      after: shareOf((index) => after[index] === true),
      gained: shareOf((index) => before[index] === false && after[index] === true),
      lost: shareOf((index) => before[index] === true && after[index] === false),
    };
    for (const { sampleSize, features: estimated } of estimates) {
      expect(sampleSize).toBe(sampleSizeMax);
      for (const side of sides) {
        const { low = 2, high = -1 } = estimated.get(key)?.[side].interval ?? {};
        const share = shares[side];
        if (share < low || share > high) {
          outside.push(`${command.kind}, ${side}: ${share} is not from ${low} to ${high}`);
        }
        // Far outside would be an error, and no chance.
        expect([command.kind, side, share]).toEqual([
          command.kind,
          side,
          expect.closeTo((low + high) / 2, 1),
        ]);
      }
    }
    before = after;
  }
  // 95 of 100 intervals have the share of all actors.
  const count = commands.length * keys.length * sides.length;
  expect(outside.length, outside.join("\n")).toBeLessThanOrEqual(count * 0.05);
});
