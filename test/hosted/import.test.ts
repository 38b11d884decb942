import { afterEach, beforeEach, expect, test } from "bun:test";
import { expectRefused } from "../helpers/expect-refused.ts";
import { audited, created, type HostedClient } from "../helpers/hosted-client.ts";
import { hostedFeature } from "../helpers/hosted-feature.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

let server: HostedServer;
let production: HostedClient;
let preview: HostedClient;
let other: HostedClient;
beforeEach(async () => {
  server = await startHosted();
  production = server.manager;
  preview = production.as(created(await production.environments.create("preview")).token.value);
  other = production.as(created(await production.environments.create("other")).token.value);
  await production.import({ search: { boolean: "true" }, stats: { actors: ["User;1"] }, old: {} });
});
afterEach(() => server.stop());

async function auditsOf(client: HostedClient): Promise<string[]> {
  const { audits } = audited(await client.audits.list());
  return audits
    .map(({ action, target, value }) => [action, target.key, value ?? ""].join(" ").trim())
    .sort();
}

async function listed(client: HostedClient) {
  return (await client.features.list())[1];
}

test("with a Production token it replaces all features, and removes missing ones everywhere", async () => {
  await preview.gates.post("old", "boolean");
  await preview.gates.delete("stats", "actors", { flipper_id: "User;1" });
  const [response, , text] = await production.import({
    search: { percentage_of_time: 5 },
    stats: {},
    fresh: {},
  });
  expect([response.status, text]).toEqual([204, ""]);
  const expected = [
    hostedFeature("fresh", "off"),
    hostedFeature("search", "conditional", { percentage_of_time: 5 }),
    hostedFeature("stats", "off"),
  ];
  expect(await listed(production)).toEqual({ features: expected });
  expect(await listed(preview)).toEqual({ features: expected });
  expect((await preview.features.get("old"))[0].status).toBe(404);
});

test("with a Production token it keeps the overrides of the features that remain", async () => {
  await preview.gates.delete("search", "boolean");
  await production.import({ search: { boolean: "true", groups: ["staff"] } });
  expect(await listed(preview)).toEqual({ features: [hostedFeature("search", "off")] });
});

test("with another token it changes only that environment, and removes no feature", async () => {
  const before = await listed(production);
  const [response] = await preview.import({
    stats: { boolean: "true" },
    fresh: { boolean: "true" },
  });
  expect(response.status).toBe(204);
  expect(await listed(preview)).toEqual({
    features: [
      hostedFeature("fresh", "on", { boolean: true }),
      hostedFeature("old", "off"),
      hostedFeature("search", "off"),
      hostedFeature("stats", "on", { boolean: true }),
    ],
  });
  const [, fresh] = await production.features.get("fresh");
  expect(fresh).toEqual(hostedFeature("fresh", "off"));
  await production.features.remove("fresh");
  expect(await listed(production)).toEqual(before);
  expect(await listed(other)).toEqual(before);
});

test("with another token all features get own gates, and none follows Production", async () => {
  await preview.import({ search: { boolean: "true" } });
  const before = await listed(preview);
  await production.import({ search: {}, stats: { boolean: "true" }, old: { boolean: "true" } });
  expect(await listed(preview)).toEqual(before);
});

test("its changes are audited only in the environment of the import", async () => {
  const productionBefore = await auditsOf(production);
  await preview.import({ search: { boolean: "true" }, fresh: { actors: ["A;1"] } });
  expect(await auditsOf(preview)).toEqual([
    "clear old",
    "create fresh",
    "disable_actor stats User;1",
    "enable search",
    "enable_actor fresh A;1",
  ]);
  expect(await auditsOf(production)).toEqual(productionBefore);
});

test("in Production removed and created features and each changed value are audited", async () => {
  const before = await auditsOf(production);
  await production.import({
    search: { groups: ["staff"], percentage_of_actors: "25" },
    stats: { actors: ["User;2"], expression: { Property: "admin" } },
    fresh: { percentage_of_time: 5 },
    empty: {},
  });
  const added = (await auditsOf(production)).slice();
  for (const audit of before) {
    added.splice(added.indexOf(audit), 1);
  }
  expect(added).toEqual([
    "create empty",
    "create fresh",
    "disable search",
    "disable_actor stats User;1",
    "enable_actor stats User;2",
    'enable_expression stats {"Property":["admin"]}',
    "enable_group search staff",
    "percentage_of_actors search 25",
    "percentage_of_time fresh 5",
    "remove old",
  ]);
});

test("a repeated import changes nothing: no audit, no new version, no new ETag", async () => {
  const features = { search: { boolean: "true" }, stats: { actors: ["User;9"] } };
  for (const client of [production, preview]) {
    await client.import(features);
    const audits = await auditsOf(client);
    const [before] = await client.features.list();
    expect((await client.import(features))[0].status).toBe(204);
    const [after] = await client.features.list();
    expect(await auditsOf(client)).toEqual(audits);
    for (const name of ["etag", "flipper-sync-version"]) {
      expect(after.headers.get(name)).toBe(before.headers.get(name));
    }
  }
});

test("a refused import changes nothing, in either environment", async () => {
  for (const client of [production, preview]) {
    await expectRefused(client, { status: 422, code: 6 }, () =>
      client.import({
        search: {},
        stats: { boolean: "true" },
        broken: { percentage_of_time: 101 },
      }),
    );
  }
  expect(await auditsOf(preview)).toEqual([]);
});

test("of imports that are sent at once each is done completely or not at all", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `f${index}`);
  const answers = await Promise.all(
    names.map((name) => production.import({ [name]: { boolean: "true" } })),
  );
  const statuses = answers.map(([response]) => response.status);
  expect(new Set(statuses)).toEqual(new Set([204, 503]));
  const last = names[statuses.lastIndexOf(204)] ?? "";
  expect(await listed(production)).toEqual({
    features: [hostedFeature(last, "on", { boolean: true })],
  });
});
