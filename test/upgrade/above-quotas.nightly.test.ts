import type { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mountable } from "../../src/index.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { ApiClient } from "../helpers/api-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";
import { OldDirectory } from "./old-directory.ts";

/*
 * Version 0.1.0 had no quotas: what its data has above them is served unchanged, may become less,
 * and may not grow (docs/api.md#limits).
 */

const releasedTag = "0001_audit_blocks";
const production = 1;
const preview = 5;
/** The feature of the sample data with these gates in both environments. */
const key = "__proto__";
const featureId = 7;

function addActors(environmentId: number, count: number, length: number) {
  return (database: Database) =>
    database.run(
      `WITH RECURSIVE counted(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM counted LIMIT ?)
      INSERT INTO gate_members SELECT ?, ?, 'actors', 'actor ' || format('%0*d', ?, at) FROM counted`,
      [count, environmentId, featureId, length - prefix.length],
    );
}

const prefix = "actor ";
const actorOf = (index: number, length: number) =>
  prefix + String(index).padStart(length - prefix.length, "0");

function addFeatures(count: number) {
  return (database: Database) => {
    database.run(
      `WITH RECURSIVE counted(at) AS (SELECT 0 UNION ALL SELECT at + 1 FROM counted LIMIT ?)
      INSERT INTO features SELECT 100 + at, 1, 'feature ' || at, 4000, NULL, NULL, NULL, '[]', NULL
      FROM counted`,
      [count],
    );
    database.run("INSERT INTO gates SELECT 1, id, 0, NULL, 0, 0 FROM features WHERE id >= 100");
  };
}

interface AboveQuota {
  readonly more: (database: Database) => void;
  readonly environmentId: number;
  readonly grow: (client: ApiClient) => ReturnType<ApiClient["call"]>;
  /** A write that changes nothing, or replaces a value by one of the same size. */
  readonly keep: (client: ApiClient) => ReturnType<ApiClient["call"]>;
  readonly shrink: (client: ApiClient) => ReturnType<ApiClient["call"]>;
}

const long = 1_024;
const short = 12;
/** Answers of 64 MiB take their time on a busy machine. */
const longTimeout = 60_000;
const enable = (flipper_id: string) => (client: ApiClient) =>
  client.gates.post(key, "actors", { flipper_id });
const disable = (flipper_id: string) => (client: ApiClient) =>
  client.gates.delete(key, "actors", { flipper_id });

const aboveQuotas: Readonly<Record<string, AboveQuota>> = {
  production_bytes: {
    more: addActors(production, 66_000, long),
    environmentId: production,
    grow: enable("one more"),
    keep: enable(actorOf(1, long)),
    shrink: disable(actorOf(1, long)),
  },
  environment_bytes: {
    more: addActors(preview, 9_000, long),
    environmentId: preview,
    grow: enable("one more"),
    keep: enable(actorOf(1, long)),
    shrink: disable(actorOf(1, long)),
  },
  actors_per_gate: {
    more: addActors(production, 100_002, short),
    environmentId: production,
    grow: enable("one more"),
    keep: enable(actorOf(1, short)),
    shrink: disable(actorOf(1, short)),
  },
  features_per_project: {
    more: addFeatures(100_002),
    environmentId: production,
    grow: (client) => client.features.create("one more"),
    keep: (client) => client.gates.post("feature 1", "boolean"),
    shrink: (client) => client.features.remove("feature 1"),
  },
};

/** Not checked against the model, which takes long for lists of this size. */
const listOf = async (client: ApiClient) => (await client.send("/features")).text();

async function clientOf(server: HostedServer, environmentId: number): Promise<ApiClient> {
  const environment = server.deployment.writer.state.environments.get(environmentId);
  return environment === undefined || environment.id === server.production.id
    ? server.manager
    : server.newClient({ environment });
}

async function expectOnlyLess(client: ApiClient, quota: string, above: AboveQuota): Promise<void> {
  const before = await listOf(client);
  const [refused, body] = await above.grow(client);
  expect([refused.status, body]).toEqual([
    422,
    expect.objectContaining({ code: "quota_exceeded", message: expect.stringContaining(quota) }),
  ]);
  expect((await listOf(client)) === before).toBe(true);
  expect((await above.keep(client))[0].status).toBe(200);
  expect((await above.shrink(client))[0].status).toBeOneOf([200, 204]);
  expect((await listOf(client)).length).toBeLessThan(before.length);
  expect((await above.grow(client))[0].status).toBe(422);
}

test.each(Object.entries(aboveQuotas))(
  "hosted data of 0.1.0 above %s is served, and may only become less",
  async (quota, above) => {
    using directory = new OldDirectory(releasedTag, above.more);
    const server = await startHosted({ opened: await openSqliteStorage(directory.path) });
    const client = await clientOf(server, above.environmentId);
    await expectOnlyLess(client, quota, above);
    const kept = await listOf(client);
    await server.stop();
    const again = await startHosted({ opened: await openSqliteStorage(directory.path) });
    const reader = await clientOf(again, above.environmentId);
    expect((await listOf(reader)) === kept).toBe(true);
    await again.stop();
  },
  longTimeout,
);

test.each(Object.entries(aboveQuotas).filter(([, each]) => each.environmentId === production))(
  "mountable data of 0.1.0 above %s is served, and may only become less",
  async (quota, above) => {
    using directory = new OldDirectory(releasedTag, above.more);
    const toggles = mountable({ data: directory.path });
    const client = new ApiClient(() => ({
      send: (path, init) =>
        toggles.handle(new Request(`http://localhost/flipper/api${path}`, init)),
      stop: () => toggles.close(),
    }));
    await expectOnlyLess(client, quota, above);
    await toggles.close();
  },
  longTimeout,
);

test("once it is below the quota again, it may grow up to it", async () => {
  using directory = new OldDirectory(releasedTag, addActors(preview, 9_000, long));
  const server = await startHosted({ opened: await openSqliteStorage(directory.path) });
  const client = await clientOf(server, preview);
  expect((await enable("one more")(client))[0].status).toBe(422);
  expect((await client.gates.delete(key, "boolean"))[0].status).toBe(200);
  expect((await enable("one more")(client))[0].status).toBe(200);
  await server.stop();
});
