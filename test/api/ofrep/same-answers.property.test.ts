import { afterAll, expect, test } from "bun:test";
import fc from "fast-check";
import { mountable } from "gatehouse-flags";
import { BulkCheckModel } from "../../../src/api/flipper/features/bulk-check-model.ts";
import { ActorCheckModel } from "../../../src/api/flipper/features/feature-model.ts";
import { closedGates, type Gates } from "../../../src/core/evaluation/gates.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";
import { properties, validInputs } from "../../core/expressions/expression-arbitraries.ts";
import { jsonType } from "../../helpers/api-client.ts";
import { ownerIn } from "../../helpers/hosted-administration.ts";
import { startHosted } from "../../helpers/hosted-server.ts";
import { modelled } from "../../helpers/modelled.ts";
import { runsOf } from "../../helpers/runs.ts";
import { EvaluationSuccess, flagsOf } from "./ofrep-schema.ts";
import { hostedOfrep } from "./ofrep-targets.ts";

const numRuns = runsOf(40);
const now = Date.UTC(2026, 10, 21);

const server = await startHosted({ random: () => 0.4, now: () => now });
const ofrep = hostedOfrep(server, server.managerToken);
const mounted = mountable({ data: ":memory:" });
afterAll(async () => {
  await server.stop();
  await mounted.close();
});

const names = ["a", "search", "plan", "", "x y/z", "__proto__"].map((name) => `${name}f`);
const ids = ["User;1", "User;2", "ü ☃;7", "x"];
const groupNames = ["staff", "beta"];

const gates: fc.Arbitrary<Gates> = fc.record({
  boolean: fc.constant(false),
  expression: fc.option(validInputs.map(parseExpression), { freq: 2 }),
  groups: fc.subarray(groupNames),
  actors: fc.subarray(ids),
  percentageOfActors: fc.constantFrom(0, 0, 30, 60, 100),
  percentageOfTime: fc.constantFrom(0, 0, 0, 40, 41, 100),
});
const environment = fc.dictionary(
  fc.constantFrom(...names),
  fc.oneof(
    { weight: 6, arbitrary: gates },
    fc.constantFrom({ ...closedGates, boolean: true }, closedGates),
  ),
  { minKeys: 1, noNullPrototype: true },
);
const actor = fc.record({
  flipperId: fc.constantFrom(...ids),
  properties: properties.map(({ flipper_id: _id, ...others }) => others),
  groups: fc.subarray(groupNames),
});
type RandomActor = typeof actor extends fc.Arbitrary<infer Value> ? Value : never;

function exported(features: Readonly<Record<string, Gates>>) {
  return Object.fromEntries(
    Object.entries(features).map(([key, each]) => [
      key,
      {
        boolean: each.boolean ? "true" : null,
        expression: each.expression,
        groups: each.groups,
        actors: each.actors,
        percentage_of_actors: each.percentageOfActors,
        percentage_of_time: each.percentageOfTime,
      },
    ]),
  );
}

type Answers = ReadonlyMap<string, boolean>;

const answersIn = ({ features }: ActorCheckModel): Answers =>
  new Map(Object.entries(features).map(([key, { enabled }]) => [key, enabled]));

async function byActorCheck({ flipperId, properties: own, groups }: RandomActor): Promise<Answers> {
  const query = new URLSearchParams({
    properties: JSON.stringify(own),
    groups: groups.join(","),
  });
  const [, body] = await server.manager.actors.check(flipperId, String(query));
  return answersIn(modelled(ActorCheckModel, body));
}

async function byBulkCheck(actors: readonly RandomActor[]): Promise<Answers[]> {
  const asked = actors.map(({ flipperId, ...others }) => ({ flipper_id: flipperId, ...others }));
  const [, body] = await server.manager.call("POST", "/actors", {
    body: JSON.stringify({ actors: asked }),
    headers: jsonType,
  });
  return modelled(BulkCheckModel, body).actors.map(answersIn);
}

const contextOf = ({ flipperId, properties: own, groups }: RandomActor) => ({
  context: { ...own, targetingKey: flipperId, groups },
});

async function byBulkEvaluation(each: RandomActor): Promise<Answers> {
  const { body } = await ofrep.evaluate(null, contextOf(each));
  return new Map(flagsOf(body).map((flag) => [flag.key, "value" in flag && flag.value === true]));
}

async function bySingleEvaluations(each: RandomActor, keys: Iterable<string>): Promise<Answers> {
  const answers = new Map<string, boolean>();
  for (const key of keys) {
    const { body } = await ofrep.evaluate(key, contextOf(each));
    answers.set(key, modelled(EvaluationSuccess, body).value === true);
  }
  return answers;
}

function inProcess(each: RandomActor, keys: Iterable<string>): Answers {
  const { features } = server.deployment;
  const caller = ownerIn(server.production);
  const check = features.check(caller, [each], new Set(each.groups));
  return new Map(Array.from(keys, (key) => [key, check.isEnabled(features.get(caller, key))]));
}

test("percentages, expressions and groups have the same answer in all ways to ask", async () => {
  await fc.assert(
    fc.asyncProperty(
      environment,
      fc.array(actor, { minLength: 1, maxLength: 3 }),
      async (features, actors) => {
        const [imported] = await server.manager.import(exported(features));
        expect(imported.status).toBe(204);
        const bulk = await byBulkCheck(actors);
        for (const [index, each] of actors.entries()) {
          const expected = await byActorCheck(each);
          expect(bulk[index]).toEqual(expected);
          expect(await byBulkEvaluation(each)).toEqual(expected);
          expect(await bySingleEvaluations(each, expected.keys())).toEqual(expected);
          expect(inProcess(each, expected.keys())).toEqual(expected);
        }
      },
    ),
    { numRuns },
  );
});

test("a host's own process has them too", async () => {
  await fc.assert(
    fc.asyncProperty(environment, actor, async (features, each) => {
      // Chance, and groups, which are the host's own there, are left out.
      const steady = Object.fromEntries(
        Object.entries(features).map(([key, own]) => [
          key,
          {
            ...own,
            groups: [],
            percentageOfTime: own.percentageOfTime === 100 ? 100 : 0,
            expression: null,
          },
        ]),
      );
      const body = JSON.stringify({ features: exported(steady) });
      const init = { method: "POST", headers: jsonType, body };
      const base = "http://localhost/flipper/api";
      await mounted.handle(new Request(`${base}/import`, init));
      const answer = await mounted.handle(
        new Request(`${base}/ofrep/v1/evaluate/flags`, {
          method: "POST",
          body: JSON.stringify(contextOf(each)),
        }),
      );
      const flags = flagsOf(await answer.json());
      expect(flags.map(({ key }) => key).toSorted()).toEqual(Object.keys(steady).toSorted());
      for (const flag of flags) {
        const isEnabled = mounted.enabled(flag.key, { flipperId: each.flipperId, properties: {} });
        expect(["value" in flag && flag.value, flag.key]).toEqual([isEnabled, flag.key]);
      }
    }),
    { numRuns },
  );
});
