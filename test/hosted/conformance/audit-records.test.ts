import { beforeEach, describe, expect, test } from "bun:test";
import type { AuditAction } from "../../../src/core/model/audit.ts";
import { describeHosted } from "../../helpers/describe-hosted.ts";
import { freshEnvironment } from "../../helpers/fresh-environment.ts";
import { audited, type HostedClient } from "../../helpers/hosted-client.ts";

const isoUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const pro = { Equal: [{ Property: ["plan"] }, "pro"] };

type Write = (client: HostedClient) => Promise<unknown>;

// Every action that a gate write can cause, on a feature that has values in most gates.
const actions: [action: AuditAction, value: string | null, write: Write][] = [
  ["enable", null, (c) => c.gates.post("search", "boolean")],
  ["disable", null, (c) => c.gates.delete("search", "boolean")],
  ["enable_actor", "User;2", (c) => c.gates.post("search", "actors", { flipper_id: "User;2" })],
  ["disable_actor", "User;1", (c) => c.gates.delete("search", "actors", { flipper_id: "User;1" })],
  ["enable_group", "admins", (c) => c.gates.post("search", "groups", { name: "admins" })],
  ["disable_group", "staff", (c) => c.gates.delete("search", "groups", { name: "staff" })],
  [
    "percentage_of_actors",
    "25",
    (c) => c.gates.post("search", "percentage_of_actors", { percentage: 25 }),
  ],
  ["percentage_of_actors", "0", (c) => c.gates.delete("search", "percentage_of_actors")],
  [
    "percentage_of_time",
    "30",
    (c) => c.gates.post("search", "percentage_of_time", { percentage: 30 }),
  ],
  ["percentage_of_time", "0", (c) => c.gates.delete("search", "percentage_of_time")],
  ["clear", null, (c) => c.features.clear("search")],
  ["enable_expression", JSON.stringify(pro), (c) => c.expression.set("search", pro)],
  ["disable_expression", null, (c) => c.expression.clear("search")],
];

const filled = {
  actors: ["User;1"],
  groups: ["staff"],
  percentage_of_actors: 5,
  percentage_of_time: 5,
  expression: { Property: ["admin"] },
};

describeHosted("audits (docs/api.md#audits)", (manager) => {
  let client: HostedClient;
  beforeEach(async () => {
    client = await freshEnvironment(manager);
  });

  test("an environment without audits answers an empty list", async () => {
    const [response, , text] = await client.audits.list();
    expect(response.status).toBe(200);
    expect(text).toBe(
      '{"audits":[],"pagination":{"page":1,"per":100,"previous":null,"next":null},' +
        '"limits":{"limited":false}}',
    );
  });

  for (const [action, value, write] of actions) {
    test(`${action} ${value ?? ""} gives one audit with exactly these fields`, async () => {
      await manager.import({ search: filled });
      await write(client);
      const { audits } = audited(await client.audits.list());
      expect(audits).toEqual([
        {
          action,
          actor: { type: "Token", id: expect.stringMatching(/^[1-9]\d*$/) },
          target: { type: "Feature", key: "search" },
          value,
          created_at: expect.stringMatching(isoUtc),
        },
      ]);
      expect(Object.keys(audits[0] ?? {})).toEqual([
        "action",
        "actor",
        "target",
        "value",
        "created_at",
      ]);
    });
  }

  test("a gate write that creates its feature gives two audits: create, then its own", async () => {
    await client.gates.post("fresh", "boolean");
    const { audits } = audited(await client.audits.list());
    expect(audits.map(({ action, value }) => [action, value])).toEqual([
      ["enable", null],
      ["create", null],
    ]);
  });

  test("a request that changes nothing gives no audit", async () => {
    await client.gates.post("search", "boolean");
    const before = audited(await client.audits.list());
    await client.features.create("search");
    await client.gates.post("search", "boolean");
    await client.gates.delete("search", "actors", { flipper_id: "User;1" });
    await client.expression.clear("search");
    await client.features.clear("unknown");
    await client.features.list();
    await client.actors.check("User;1");
    await client.gates.post("search", "actors", { flipper_id: "" });
    await client.features.remove("search");
    expect(audited(await client.audits.list())).toEqual(before);
  });

  test("create and remove are in the environment of their token, and audits outlive the feature", async () => {
    await client.features.create("search");
    await client.gates.post("search", "boolean");
    await manager.features.remove("search");
    expect((await manager.features.get("search"))[0].status).toBe(404);
    const ofClient = audited(await client.audits.list()).audits;
    expect(ofClient.map(({ action }) => action)).toEqual(["enable", "create"]);
    const ofManager = audited(await manager.audits.list("keys=search&per_page=1")).audits;
    expect(ofManager.map(({ action }) => action)).toEqual(["remove"]);
  });

  test("the actor is the token of the request", async () => {
    await client.features.create("search");
    await manager.gates.post("search", "boolean");
    const [ofClient] = audited(await client.audits.list()).audits;
    const [ofManager] = audited(await manager.audits.list("per_page=1")).audits;
    expect(ofClient?.actor.type).toBe("Token");
    expect(ofManager?.actor.type).toBe("Token");
    expect(ofManager?.actor.id).not.toBe(ofClient?.actor.id);
  });

  test("any text of keys and actors is unchanged", async () => {
    const hostile = "__proto__ \"\\' </script> 🎉 \u2028 ünï, %41";
    await client.gates.post(hostile, "actors", { flipper_id: hostile });
    const [record] = audited(await client.audits.list()).audits;
    expect(record).toMatchObject({ target: { key: hostile }, value: hostile });
  });
});

describe("the table of actions", () => {
  test("has every action that a gate write can cause", () => {
    expect(new Set(actions.map(([action]) => action)).size).toBe(11);
  });
});
