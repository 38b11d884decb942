import { afterEach, beforeEach, expect, test } from "bun:test";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { addProject, environmentOf, mirror } from "../helpers/hosted-administration.ts";
import { created, type HostedClient } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const startMs = 1_700_000_000_000;
let nowMs = startMs;
let server: HostedServer;
let production: HostedClient;
let preview: HostedClient;
let environmentId: number;
beforeEach(async () => {
  nowMs = startMs;
  server = await startHosted({ now: () => nowMs });
  production = server.manager;
  const { environment, token } = created(await production.environments.create("preview"));
  environmentId = environment.id;
  preview = production.as(token.value);
});
afterEach(() => server.stop());

async function versionOf(client: HostedClient): Promise<number> {
  const [response] = await client.features.list();
  const version = response.headers.get("flipper-sync-version") ?? "";
  expect(version).toMatch(/^\d+$/);
  return Number(version);
}

test("the version of a new data directory is the current time, not zero", async () => {
  expect(await versionOf(production)).toBeGreaterThanOrEqual(startMs * 1_000);
});

test("the version of the project rises with every change in any of its environments", async () => {
  const changes = [
    () => production.features.create("search"),
    () => production.gates.post("search", "boolean"),
    () => preview.gates.post("search", "boolean"),
    () => preview.gates.delete("search", "boolean"),
    () => mirror(server, environmentOf(server, environmentId), "search"),
    () => preview.import({ search: { actors: ["User;1"] } }),
    () => production.features.clear("search"),
    () => production.import({ stats: {} }),
    () => production.features.remove("stats"),
  ];
  let last = await versionOf(production);
  for (const change of changes) {
    await change();
    const version = await versionOf(production);
    expect(version).toBeGreaterThan(last);
    expect(await versionOf(preview)).toBe(version);
    last = version;
  }
});

test("it stays after reads, refusals, repetitions, and changes of environments and tokens", async () => {
  await production.gates.post("search", "boolean");
  const version = await versionOf(production);
  nowMs += 60_000;
  await production.features.create("search");
  await production.gates.post("search", "boolean");
  await production.gates.post("search", "percentage_of_time", { percentage: 101 });
  await production.features.remove("unknown");
  await production.features.clear("unknown");
  await production.actors.check("User;1");
  const other = created(await production.environments.create("another"));
  await production.environments.delete(other.environment.id);
  await server.newToken();
  expect(await versionOf(production)).toBe(version);
});

test("it rises also when the clock steps back", async () => {
  let last = await versionOf(production);
  for (const step of [1, 0, 0, -3_600_000, -1, 0, 86_400_000]) {
    nowMs += step;
    await production.gates.post("search", "percentage_of_time", { percentage: 1 });
    await production.gates.delete("search", "percentage_of_time");
    const version = await versionOf(production);
    expect(version).toBeGreaterThan(last);
    last = version;
  }
});

test("changes at the same time have different versions", async () => {
  const seen = new Set<number>();
  for (let percentage = 1; percentage <= 20; percentage++) {
    await production.gates.post("search", "percentage_of_time", { percentage });
    seen.add(await versionOf(production));
  }
  expect(seen.size).toBe(20);
});

test("it follows the clock, so that after a restore it is above all older versions", async () => {
  await production.gates.post("search", "boolean");
  const before = await versionOf(production);
  // As after the restore of an older revision, when time has passed since the backup.
  nowMs += 1_000;
  await production.gates.delete("search", "boolean");
  expect(await versionOf(production)).toBe(nowMs * 1_000);
  expect(nowMs * 1_000 - before).toBeGreaterThan(999_000);
});

test("another project has a version of its own", async () => {
  await production.features.create("search");
  const elsewhere = await server.newClient({ environment: await addProject(server, "Other") });
  const version = await versionOf(production);
  nowMs += 1_000;
  await elsewhere.features.create("search");
  expect(await versionOf(production)).toBe(version);
  expect(await versionOf(elsewhere)).toBeGreaterThan(version);
});

test("it does not fall at a restart, also with an older clock", async () => {
  using directory = new TemporaryDirectory();
  const token = "a-token-that-outlives-a-restart";
  const first = await startHosted({ opened: await openSqliteStorage(directory.path), token });
  await first.manager.features.create("search");
  const version = await versionOf(first.manager);
  await first.stop();
  const second = await startHosted({
    opened: await openSqliteStorage(directory.path),
    now: () => 1,
  });
  const manager = second.manager.as(token);
  const restarted = await versionOf(manager);
  expect(restarted).toBeGreaterThanOrEqual(version);
  await manager.gates.post("search", "boolean");
  expect(await versionOf(manager)).toBeGreaterThan(restarted);
  await second.stop();
});
