import { afterAll, describe, expect, test } from "bun:test";
import {
  BulkCheckModel,
  bulkActorsMax,
  bulkResultsMax,
} from "../../src/api/flipper/features/bulk-check-model.ts";
import { jsonType } from "../helpers/api-client.ts";
import { countTurns } from "../helpers/count-turns.ts";
import { expectRefused } from "../helpers/expect-refused.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { modelled } from "../helpers/modelled.ts";

const { manager, stop } = await startHosted();
afterAll(stop);

const post = (body: unknown) =>
  manager.call("POST", "/actors", {
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: jsonType,
  });

async function checked(body: unknown): Promise<BulkCheckModel["actors"]> {
  const [response, answer] = await post(body);
  expect(response.status).toBe(200);
  return modelled(BulkCheckModel, answer).actors;
}

const actorsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ flipper_id: `User;${index}` }));
const featuresOf = (count: number, gates: object) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, gates]));

describe("the price of POST /actors (docs/api.md#bulk-check)", () => {
  test("1,000 actors and 100 features are answered, and other requests meanwhile; more is refused", async () => {
    await manager.import(featuresOf(100, { percentage_of_actors: 50 }));
    const actors = actorsOf(bulkActorsMax);
    const [first] = await checked({ actors: actors.slice(0, 1) });
    const ask = () => checked({ actors });
    const { turns } = await countTurns(ask);
    expect(turns).toBeGreaterThan(5);
    const all = await ask();
    expect(all).toHaveLength(bulkActorsMax);
    expect(all[0]).toEqual(first);
    await manager.features.create("one_more");
    expect(bulkActorsMax * 101).toBeGreaterThan(bulkResultsMax);
    await expectRefused(manager, { status: 422, code: "parameter_invalid" }, () =>
      post({ actors }),
    );
    await manager.features.remove("one_more");
  });

  /** What of an environment a check of `asked` must pay for. */
  const expensive: readonly [what: string, features: object][] = [
    ["its own expression", { asked: { expression: long("plan") } }],
    [
      "those that it refers to",
      { asked: { expression: { FeatureEnabled: ["x"] } }, x: { expression: long("plan") } },
    ],
    [
      "all, if the actor decides to which it refers",
      {
        asked: { expression: { FeatureEnabled: [{ Property: ["plan"] }] } },
        x: { expression: long("plan") },
      },
    ],
    [
      "its groups",
      {
        asked: { groups: Array.from({ length: 1_000 }, (_, index) => `${index}`.padEnd(250, "g")) },
      },
    ],
  ];

  test.each(expensive)(
    "the price of a check is that of %s, for each actor",
    async (_what, features) => {
      await manager.import({ ...features, cheap: {} });
      const actors = actorsOf(bulkActorsMax);
      const keys = ["asked"];
      // About 60 KiB; 128 MiB are allowed in all.
      const copies = Object.fromEntries(
        Array.from({ length: 3 }, (_, index) => [`copy${index}`, Object.values(features).at(-1)]),
      );
      expect(await checked({ actors: actors.slice(0, 300), keys })).toHaveLength(300);
      expect(await checked({ actors, keys: ["cheap"] })).toHaveLength(bulkActorsMax);
      await manager.import({ ...features, ...copies, cheap: {} });
      await expectRefused(manager, { status: 422, code: "parameter_invalid" }, () =>
        post({ actors, keys: [...keys, ...Object.keys(copies)] }),
      );
    },
  );
});

function long(property: string): object {
  const condition = { Equal: [{ Property: [property] }, "x".repeat(30)] };
  return { Any: Array.from({ length: 700 }, () => condition) };
}
