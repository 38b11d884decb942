import { expect, test } from "bun:test";
import type { ClientActors } from "../../src/client/client-types.ts";
import { runsOf } from "../helpers/runs.ts";
import expressionVectors from "../vectors/expressions.json" with { type: "json" };
import percentageVectors from "../vectors/percentage_of_actors.json" with { type: "json" };
import { compareWithServer } from "./agreement.ts";
import { ClientWorld, listAnswer, listed } from "./client-world.ts";

test("client and server agree on random features, actors, groups and properties", async () => {
  await compareWithServer(runsOf(1_000));
}, 600_000);

async function isEnabled(feature: object, key: string, actors: ClientActors): Promise<boolean> {
  const world = new ClientWorld();
  world.answers.set("/features", () => listAnswer([feature]));
  const client = world.client({ telemetry: false });
  await client.ready();
  const enabled = client.enabled(key, actors);
  await client.close();
  return enabled;
}

test("the test vectors have the results of the public implementation", async () => {
  const rows: readonly {
    feature: string;
    expression: unknown;
    actor: { flipper_id: string; properties: Record<string, unknown> } | null;
    enabled: boolean;
  }[] = expressionVectors;
  expect(rows.length).toBe(700);
  for (const { feature, expression, actor, enabled } of rows) {
    const given =
      actor === null ? null : { flipperId: actor.flipper_id, properties: actor.properties };
    expect(await isEnabled(listed(feature, { expression }), feature, given)).toBe(enabled);
  }
  expect(percentageVectors.length).toBe(400);
  for (const { feature, actors, percentage, enabled } of percentageVectors) {
    const answer = listed(feature, { percentage_of_actors: percentage });
    expect(await isEnabled(answer, feature, actors)).toBe(enabled);
  }
});
