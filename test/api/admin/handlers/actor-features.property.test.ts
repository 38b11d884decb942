import { expect, test } from "bun:test";
import fc from "fast-check";
import { ActorFeatures } from "../../../../src/api/admin/contract/actor-feature-models.ts";
import { anyFeatures } from "../../../core/evaluation/random-features.ts";
import { modelled } from "../../../helpers/modelled.ts";
import { runsOf } from "../../../helpers/runs.ts";
import { startHostedSite } from "../admin-sites.ts";

const gates = fc.record({
  groups: fc.subarray(["nobody", "staff"]),
  percentage_of_actors: fc.constantFrom(null, "40"),
  percentage_of_time: fc.constantFrom(null, null, "30", "60"),
});
const asked = fc.record({
  id: fc.constantFrom("User;1", "User;2"),
  groups: fc.subarray(["staff"]),
  properties: fc.record({ on: fc.boolean(), count: fc.constantFrom(0, 1), name: fc.constant("b") }),
});

test("the features of an actor are those of GET /actors/{flipper_id}, and only chance changes them", async () => {
  const chance = { salt: 0 };
  const random = (...place: readonly unknown[]) =>
    Bun.hash.crc32(JSON.stringify([chance.salt, ...place])) / 2 ** 32;
  const { call, hosted, stop } = await startHostedSite({ random });
  await fc.assert(
    fc.asyncProperty(
      anyFeatures,
      fc.array(gates, { maxLength: 7 }),
      asked,
      async (all, more, { id, groups, properties }) => {
        const features = [...all].map(([key, { condition, actors }], at) => {
          const isExpression = typeof condition === "object" && condition !== null;
          return [key, { actors, expression: isExpression ? condition : null, ...more[at] }];
        });
        const [imported] = await hosted.manager.import(Object.fromEntries(features));
        expect(imported.status).toBe(204);
        const list = async () => {
          const body = { actor: id, groups, properties };
          const { status, body: answer } = await call("POST", "E/actors/features", body);
          expect(status).toBe(200);
          return modelled(ActorFeatures, answer);
        };
        const { features: rows, counts } = await list();
        const query = new URLSearchParams({
          groups: groups.join(","),
          properties: JSON.stringify(properties),
        });
        const checked = await hosted.manager.send(`/actors/${id}?${query}`);
        const results: unknown = JSON.parse(await checked.text());
        const enabled = rows.map((row) => [row.key, { enabled: row.enabled }]);
        expect(results).toMatchObject({ features: Object.fromEntries(enabled) });
        expect(counts.on).toBe(rows.filter((row) => row.enabled).length);
        expect(rows.every((row) => row.enabled === (row.gate !== null))).toBe(true);
        chance.salt++;
        for (const [at, row] of (await list()).features.entries()) {
          const before = rows[at];
          expect([row.key, before?.chance === true || row.enabled === before?.enabled]).toEqual([
            row.key,
            true,
          ]);
        }
      },
    ),
    { numRuns: runsOf(60) },
  );
  await stop();
});
