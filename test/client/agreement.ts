import { expect } from "bun:test";
import fc from "fast-check";
import { ActorCheckModel } from "../../src/api/flipper/features/feature-model.ts";
import type { Client, ClientActor } from "../../src/client/client-types.ts";
import { createClient } from "../../src/client/create-client.ts";
import { anyCondition, featureNames } from "../core/evaluation/random-features.ts";
import {
  properties as anyProperties,
  validInputs,
} from "../core/expressions/expression-arbitraries.ts";
import { type HostedServer, hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { modelled } from "../helpers/modelled.ts";
import { ClientWorld } from "./client-world.ts";

const ids = ["User;1", "User;2", "User;3", "Ünïcode;🎉", "a b/c?d", "12"] as const;
const groupNames = ["admins", "staff", "a,b"] as const;
const chance = 0.3;

/** A feature as an import has it. */
const anyFeature = fc.record({
  boolean: fc.constantFrom(null, null, null, null, "true"),
  expression: fc.option(
    fc.oneof(
      { arbitrary: anyCondition.map((condition) => ({ Any: [condition] })), weight: 3 },
      validInputs,
    ),
    { freq: 3 },
  ),
  actors: fc.subarray([...ids], { maxLength: 2 }),
  groups: fc.subarray([...groupNames], { maxLength: 1 }),
  percentage_of_actors: fc.constantFrom(0, 0, 0, 1, 25, 50, 99, 100),
  percentage_of_time: fc.constantFrom(0, 0, 0, 0, 30, 31),
});
const otherNames = ["search", "my/feature", "ünï 🎉", "__proto__", "a,b"] as const;
/** Features refer to each other by these names. */
const featuresMin = 4;
const anyFeatures = fc
  .tuple(
    fc.array(anyFeature, { minLength: featuresMin, maxLength: featureNames.length }),
    fc.array(anyFeature, { maxLength: otherNames.length }),
  )
  .map(([named, others]) => [
    ...named.map((feature, index): [string, unknown] => [featureNames[index] ?? "", feature]),
    ...others.map((feature, index): [string, unknown] => [otherNames[index] ?? "", feature]),
  ]);

/** In a URL the server takes U+FFFD for the trace of bytes that are no UTF-8. */
const isInUrls = (text: string) => text !== "." && text !== ".." && !text.includes("\ufffd");

/** Beside any properties, those that the conditions name. */
const anyActor: fc.Arbitrary<ClientActor> = fc.record({
  flipperId: fc.oneof(
    fc.constantFrom(...ids),
    fc.string({ unit: "grapheme", minLength: 1 }).filter(isInUrls),
  ),
  groups: fc.subarray([...groupNames]),
  properties: fc
    .tuple(
      anyProperties,
      fc.record({
        on: fc.boolean(),
        off: fc.constant(false),
        name: fc.constantFrom(...featureNames, "unknown"),
        otherName: fc.constantFrom(...featureNames),
        list: fc.constant([]),
        count: fc.constantFrom(0, 1),
      }),
    )
    .map((parts) => JSON.stringify({ ...parts[0], ...parts[1] }))
    .filter(isInUrls)
    .map((text) => JSON.parse(text)),
});

/** A feature, and whether it is enabled. */
type Answer = [string, boolean];

const actorsPerList = 8;

/**
 * Compares clients with the server from which they have their lists, for so many pairs of a feature
 * and an actor at least, all of them random.
 */
export async function compareWithServer(caseCount: number): Promise<void> {
  const world = new ClientWorld();
  world.randomNumber = chance;
  await using server = await startedServer(world);
  let compared = 0;
  let enabled = 0;
  const property = fc.asyncProperty(
    anyFeatures,
    fc.array(anyActor, { minLength: actorsPerList, maxLength: actorsPerList }),
    async (features, actors) => {
      const [imported] = await server.manager.import(Object.fromEntries(features));
      expect(imported.status).toBe(204);
      const client = clientOf(server, world);
      await client.ready();
      for (const actor of actors) {
        const expected = await serverAnswers(server, actor);
        const answered = client
          .features()
          .map(({ key }): Answer => [key, client.enabled(key, actor)]);
        expect(answered).toEqual(expected);
        compared += expected.length;
        enabled += expected.filter(([, isEnabled]) => isEnabled).length;
      }
      await client.close();
    },
  );
  const numRuns = Math.ceil(caseCount / (actorsPerList * featuresMin));
  await fc.assert(property, { numRuns });
  expect(compared).toBeGreaterThanOrEqual(caseCount);
  // Few lists give most of the cases, so the share differs much between runs; both answers must occur.
  expect(enabled / compared).toBeWithin(0.02, 0.98);
}

async function startedServer(world: ClientWorld): Promise<HostedServer & AsyncDisposable> {
  const server = await startHosted({ now: () => world.now, random: () => chance });
  return { ...server, [Symbol.asyncDispose]: () => server.stop() };
}

function clientOf(server: HostedServer, world: ClientWorld): Client {
  return createClient({
    url: "http://localhost",
    token: server.managerToken,
    telemetry: false,
    onError: (error) => {
      throw error;
    },
    runtime: {
      ...world.runtime,
      fetch: async (url, init) =>
        server.send(url.slice(url.indexOf(hostedPrefix) + hostedPrefix.length), init),
    },
  });
}

/** The answers of GET /actors/{flipper_id}, in their order. */
async function serverAnswers(
  server: HostedServer,
  { flipperId, groups = [], properties }: ClientActor,
): Promise<Answer[]> {
  const query = new URLSearchParams({ properties: JSON.stringify(properties) });
  const groupQuery = groups.map(encodeURIComponent).join(",");
  const [, body] = await server.manager.actors.check(flipperId, `${query}&groups=${groupQuery}`);
  const { features } = modelled(ActorCheckModel, body);
  return Object.entries(features).map(([key, { enabled }]) => [key, enabled]);
}
