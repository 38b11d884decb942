import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import type { Environment } from "../../src/core/model/environment.ts";
import type { Answer } from "../helpers/answer.ts";
import {
  addEnvironment,
  addProject,
  environmentOf,
  firstOwnerId,
  mirror,
  ownerIn,
  setStrictGroups,
} from "../helpers/hosted-administration.ts";
import { audited, created, type HostedClient } from "../helpers/hosted-client.ts";
import { hostedFeature } from "../helpers/hosted-feature.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

let server: HostedServer;
let production: HostedClient;
let preview: HostedClient;
let environment: Environment;
beforeEach(async () => {
  server = await startHosted();
  production = server.manager;
  const { environment: model, token } = created(await production.environments.create("preview"));
  environment = environmentOf(server, model.id);
  preview = production.as(token.value);
});
afterEach(() => server.stop());

const userOne = { flipper_id: "User;1" };
const userTwo = { flipper_id: "User;2" };

/** Returns the keys of the features that have their own gates in the environment. */
function overridden(of = environment): string[] {
  return [...(server.deployment.writer.state.toggles.get(of.id)?.keys() ?? [])].sort();
}

async function auditsOf(client: HostedClient): Promise<string[]> {
  const { audits } = audited(await client.audits.list());
  return audits.map(({ action, target, value }) =>
    [action, target.key, value ?? ""].join(" ").trim(),
  );
}

async function shown(client: HostedClient, key = "search"): Promise<unknown> {
  return (await client.features.get(key))[1];
}

describe("an environment mirrors Production (docs/api.md#environments)", () => {
  test("from the start, and every write in Production immediately", async () => {
    const writes = [
      () => production.features.create("search"),
      () => production.gates.post("search", "actors", userOne),
      () => production.expression.set("search", { Property: ["admin"] }),
      () => production.gates.post("search", "boolean"),
      () => production.features.clear("search"),
      () => production.import({ search: { percentage_of_time: 5 }, other: {} }),
      () => production.features.remove("search"),
    ];
    for (const write of writes) {
      await write();
      const [, , ofProduction] = await production.features.list();
      const [, , ofPreview] = await preview.features.list();
      expect(ofPreview).toBe(ofProduction);
    }
    expect(overridden()).toEqual([]);
    expect(await auditsOf(preview)).toEqual([]);
  });

  test("also in actor checks", async () => {
    await production.gates.post("search", "actors", userOne);
    const [, body] = await preview.actors.check("User;1");
    expect(body).toEqual({ flipper_id: "User;1", features: { search: { enabled: true } } });
  });

  test("also if it is a personal environment", async () => {
    const personal = await addEnvironment(server, {
      name: "Owner",
      kind: "personal",
      memberId: firstOwnerId,
    });
    const client = await server.newClient({ environment: personal });
    await production.gates.post("search", "boolean");
    expect(await shown(client)).toMatchObject({ state: "on" });
    await client.gates.delete("search", "boolean");
    expect(await shown(client)).toMatchObject({ state: "off" });
    expect(await shown(production)).toMatchObject({ state: "on" });
    expect(overridden(personal)).toEqual(["search"]);
  });

  test("but not Production of another project", async () => {
    const elsewhere = await server.newClient({ environment: await addProject(server, "Other") });
    await production.gates.post("search", "boolean");
    expect((await elsewhere.features.list())[1]).toEqual({ features: [] });
    await elsewhere.features.create("search");
    await elsewhere.features.remove("search");
    expect(await shown(production)).toMatchObject({ state: "on" });
  });
});

describe("the first write gives a feature its own gates in the environment", () => {
  beforeEach(async () => {
    await production.import({ search: { actors: ["User;1"], percentage_of_time: 5 }, other: {} });
  });

  test("with Production's gates, then the change", async () => {
    const [response, body] = await preview.gates.post("search", "actors", userTwo);
    expect(response.status).toBe(200);
    expect(body).toEqual(
      hostedFeature("search", "conditional", {
        actors: ["User;1", "User;2"],
        percentage_of_time: 5,
      }),
    );
    expect(overridden()).toEqual(["search"]);
    expect(await auditsOf(preview)).toEqual(["enable_actor search User;2"]);
  });

  test("only that feature: it keeps its values, the others still follow Production", async () => {
    await preview.gates.delete("search", "percentage_of_time");
    await production.gates.post("search", "boolean");
    await production.gates.post("other", "boolean");
    expect(await shown(preview)).toEqual(
      hostedFeature("search", "conditional", { actors: ["User;1"] }),
    );
    expect(await shown(preview, "other")).toMatchObject({ state: "on" });
  });

  const unchanging: [string, (client: HostedClient) => Promise<Answer>, audit: string][] = [
    [
      "an actor that is there",
      (c) => c.gates.post("search", "actors", userOne),
      "enable_actor search User;1",
    ],
    [
      "no such actor",
      (c) => c.gates.delete("search", "actors", userTwo),
      "disable_actor search User;2",
    ],
    [
      "no such group",
      (c) => c.gates.delete("search", "groups", { name: "x" }),
      "disable_group search x",
    ],
    ["no expression", (c) => c.expression.clear("search"), "disable_expression search"],
    [
      "the same percentage",
      (c) => c.gates.post("search", "percentage_of_time", { percentage: 5 }),
      "percentage_of_time search 5",
    ],
    ["a boolean that is off", (c) => c.gates.delete("other", "boolean"), "disable other"],
    ["a feature that is clear", (c) => c.features.clear("other"), "clear other"],
  ];
  for (const [title, write, audit] of unchanging) {
    test(`also when it changes no value, and is audited once: ${title}`, async () => {
      const before = await preview.features.list();
      await write(preview);
      const key = audit.split(" ")[1] ?? "";
      expect(overridden()).toEqual([key]);
      expect((await preview.features.list())[2]).toBe(before[2]);
      expect(await auditsOf(preview)).toEqual([audit]);
      await write(preview);
      expect(await auditsOf(preview)).toEqual([audit]);
      await production.gates.post(key, "boolean");
      expect((await preview.features.list())[2]).toBe(before[2]);
    });
  }

  test("clear gives a feature default gates of its own", async () => {
    await preview.features.clear("search");
    expect(await shown(preview)).toEqual(hostedFeature("search", "off"));
    expect(await shown(production)).toMatchObject({ state: "conditional" });
    expect(await auditsOf(preview)).toEqual(["clear search"]);
  });

  test("a gate write creates a missing feature for all environments, its values only in its own", async () => {
    await preview.gates.post("fresh", "boolean");
    expect(await shown(preview, "fresh")).toMatchObject({ state: "on" });
    expect(await shown(production, "fresh")).toEqual(hostedFeature("fresh", "off"));
    expect(await auditsOf(preview)).toEqual(["enable fresh", "create fresh"]);
    expect(overridden()).toEqual(["fresh"]);
  });
});

describe("a feature still follows Production after", () => {
  beforeEach(async () => {
    await production.gates.post("search", "actors", userOne);
  });
  afterEach(() => {
    expect(overridden()).toEqual([]);
  });

  test("POST /features, of a known feature or a new one", async () => {
    await preview.features.create("search");
    expect(await auditsOf(preview)).toEqual([]);
    await preview.features.create("fresh");
    expect(await auditsOf(preview)).toEqual(["create fresh"]);
    await production.gates.post("fresh", "boolean");
    expect(await shown(preview, "fresh")).toMatchObject({ state: "on" });
  });

  test("reads, checks, and clear of an unknown feature", async () => {
    await preview.features.list();
    await preview.features.get("search");
    await preview.actors.check("User;1");
    expect((await preview.features.clear("unknown"))[0].status).toBe(204);
    expect((await preview.features.get("unknown"))[0].status).toBe(404);
    expect(await auditsOf(preview)).toEqual([]);
  });

  test("refused writes", async () => {
    await setStrictGroups(server, true);
    const readOnly = await server.newClient({ environment, access: "read_only" });
    const statuses = [
      await preview.gates.post("search", "actors", { flipper_id: "" }),
      await preview.gates.post("search", "groups", { name: "unregistered" }),
      await preview.gates.post("search", "percentage_of_time", { percentage: 101 }),
      await preview.expression.set("search", { Any: [] }),
      await preview.features.remove("search"),
      await preview.import("{"),
      await readOnly.gates.post("search", "boolean"),
      await readOnly.features.clear("search"),
    ].map(([response]) => response.status);
    expect(statuses).toEqual([422, 404, 422, 422, 403, 422, 403, 403]);
    expect(await auditsOf(preview)).toEqual([]);
  });
});

describe("overrides are removed", () => {
  test("by mirror: the feature follows Production again, audited once", async () => {
    await production.gates.post("search", "boolean");
    await preview.gates.delete("search", "boolean");
    expect(await mirror(server, environment, "search")).toBe(true);
    expect(await shown(preview)).toMatchObject({ state: "on" });
    await production.gates.delete("search", "boolean");
    expect(await shown(preview)).toMatchObject({ state: "off" });
    expect(await mirror(server, environment, "search")).toBe(false);
    expect(await auditsOf(preview)).toEqual(["mirror search", "disable search"]);
    const [latest] = audited(await preview.audits.list()).audits;
    expect(latest?.actor).toEqual({ type: "User", id: String(firstOwnerId) });
  });

  test("by DELETE of the feature: a new feature of that name has no overrides", async () => {
    await preview.gates.post("search", "boolean");
    expect((await production.features.remove("search"))[0].status).toBe(204);
    for (const client of [production, preview]) {
      expect((await client.features.get("search"))[0].status).toBe(404);
      expect((await client.features.list())[1]).toEqual({ features: [] });
    }
    await production.features.create("search");
    expect(await shown(preview)).toEqual(hostedFeature("search", "off"));
    expect(overridden()).toEqual([]);
  });
});

describe("snapshots (docs/internals.md#ideas)", () => {
  const snapshotOf = (of: Environment) => server.deployment.features.snapshot(ownerIn(of));

  test("environments without overrides share Production's snapshot object", async () => {
    await production.gates.post("search", "boolean");
    const others: Environment[] = [];
    for (let index = 0; index < 20; index++) {
      const { environment: model } = created(await production.environments.create(`e${index}`));
      others.push(environmentOf(server, model.id));
    }
    for (const other of [environment, ...others]) {
      expect(snapshotOf(other)).toBe(snapshotOf(server.production));
    }
    await preview.gates.delete("search", "boolean");
    expect(snapshotOf(environment)).not.toBe(snapshotOf(server.production));
    expect(snapshotOf(environment)).toBe(snapshotOf(environment));
    for (const other of others) {
      expect(snapshotOf(other)).toBe(snapshotOf(server.production));
    }
    await mirror(server, environment, "search");
    expect(snapshotOf(environment)).toBe(snapshotOf(server.production));
  });

  test("a snapshot that a reader holds does not change", async () => {
    await production.gates.post("search", "boolean");
    const held = snapshotOf(environment);
    await production.gates.delete("search", "boolean");
    expect(held.find("search")?.gates.boolean).toBe(true);
    expect(snapshotOf(environment).find("search")?.gates.boolean).toBe(false);
  });
});
