import { afterAll, describe, expect, test } from "bun:test";
import { BulkCheckModel, bulkActorsMax } from "../../src/api/flipper/features/bulk-check-model.ts";
import { jsonType } from "../helpers/api-client.ts";
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

describe("POST /actors (docs/api.md#bulk-check)", () => {
  test("answers for each actor in their order, with its own properties and groups", async () => {
    await manager.import({
      on: { boolean: true },
      off: {},
      one: { actors: ["User;1"] },
      pro: { expression: { Equal: [{ Property: ["plan"] }, "pro"] } },
      staff: { groups: ["staff"] },
    });
    const actors = [
      { flipper_id: "User;1" },
      { flipper_id: "User;2", properties: { plan: "pro" } },
      { flipper_id: "User;1", groups: ["staff", "x"], properties: null },
    ];
    const enabled = { enabled: true };
    const disabled = { enabled: false };
    const all = { off: disabled, on: enabled, one: disabled, pro: disabled, staff: disabled };
    expect(await checked({ actors })).toEqual([
      { flipper_id: "User;1", features: { ...all, one: enabled } },
      { flipper_id: "User;2", features: { ...all, pro: enabled } },
      { flipper_id: "User;1", features: { ...all, one: enabled, staff: enabled } },
    ]);
    expect(
      await checked({ actors: actors.slice(0, 1), keys: ["one", "unknown", "one", "on"] }),
    ).toEqual([
      { flipper_id: "User;1", features: { one: enabled, unknown: disabled, on: enabled } },
    ]);
    expect(await checked({ actors: actors.slice(0, 1), keys: [] })).toEqual([
      { flipper_id: "User;1", features: {} },
    ]);
    expect(await checked({ actors: [] })).toEqual([]);
    // An unknown key creates nothing.
    expect((await manager.features.get("unknown"))[0].status).toBe(404);
  });

  test.each([
    ["a", 400, 8],
    ["[]", 400, 8],
    ["", 400, 8],
    ["{}", 422, "parameter_invalid"],
    ['{"actors":{}}', 422, "parameter_invalid"],
    ['{"actors":["User;1"]}', 422, "parameter_invalid"],
    ['{"actors":[{}]}', 422, 4],
    ['{"actors":[{"flipper_id":""}]}', 422, 4],
    [`{"actors":[{"flipper_id":"${"x".repeat(1_025)}"}]}`, 422, 4],
    ['{"actors":[{"flipper_id":1}]}', 422, "parameter_invalid"],
    ['{"actors":[{"flipper_id":"a","properties":[]}]}', 422, "parameter_invalid"],
    ['{"actors":[{"flipper_id":"a","groups":"staff"}]}', 422, "parameter_invalid"],
    ['{"actors":[{"flipper_id":"a","groups":[1]}]}', 422, "parameter_invalid"],
    ['{"actors":[],"keys":"a"}', 422, "parameter_invalid"],
    ['{"actors":[],"keys":[1]}', 422, "parameter_invalid"],
    [JSON.stringify({ actors: actorsOf(bulkActorsMax + 1) }), 422, "parameter_invalid"],
    [
      JSON.stringify({ actors: [], keys: Object.keys(featuresOf(bulkActorsMax + 1, {})) }),
      422,
      "parameter_invalid",
    ],
  ])("refuses %#", async (body, status, code) => {
    await expectRefused(manager, { status, code }, () => post(body));
  });

  test("refuses a form, and another method with those that there are", async () => {
    const [form] = await manager.call("POST", "/actors", {
      body: "actors=x",
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(form.status).toBe(415);
    const [get] = await manager.call("GET", "/actors");
    expect([get.status, get.headers.get("allow")]).toEqual([405, "POST"]);
  });
});
