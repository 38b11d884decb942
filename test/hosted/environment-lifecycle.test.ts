import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import type { Answer } from "../helpers/answer.ts";
import { setPlan } from "../helpers/hosted-administration.ts";
import { audited, created } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

const times = (count: number, status: number) => Array.from({ length: count }, () => status);

describe("concurrent requests", () => {
  const statusesOf = (answers: readonly Answer[]) =>
    answers.map(([response]) => response.status).sort();
  let server: HostedServer;
  beforeEach(async () => {
    server = await startHosted();
  });
  afterEach(() => server.stop());

  test("to create the same environment with one token: one environment, and all tokens are valid", async () => {
    const { manager } = server;
    const requests = Array.from({ length: 20 }, () => manager.environments.create("preview"));
    const answers = await Promise.all(requests);
    expect(statusesOf(answers)).toEqual([...times(19, 200), 201]);
    const all = answers.map(created);
    expect(new Set(all.map(({ environment }) => environment.id)).size).toBe(1);
    expect(new Set(all.map(({ token }) => token.value)).size).toBe(20);
    for (const { token } of all) {
      const [response] = await manager.as(token.value).gates.post("search", "boolean");
      expect(response.status).toBe(200);
    }
    expect(server.deployment.writer.state.environments.size).toBe(2);
  });

  test("to create the same environment with two tokens: one of the tokens creates it", async () => {
    const other = await server.newClient({ managesEnvironments: true });
    const answers = await Promise.all(
      [server.manager, other, server.manager, other].map((client) =>
        client.environments.create("preview"),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, 201, 409, 409]);
  });

  test("do not exceed the limit of environments", async () => {
    await setPlan(server, "self_hosted", { customEnvironmentsMax: 3 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => server.manager.environments.create(`p${index}`)),
    );
    expect(statusesOf(answers)).toEqual([...times(3, 201), ...times(7, 402)]);
    expect(server.deployment.writer.state.environments.size).toBe(4);
  });

  test("do not exceed the limit of tokens", async () => {
    await setPlan(server, "self_hosted", { tokensPerEnvironmentMax: 4 });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.manager.environments.create("preview")),
    );
    expect(statusesOf(answers)).toEqual([200, 200, 200, 201, ...times(6, 422)]);
  });

  test("to write in and delete an environment: writes are 200 or 401, and no data is left", async () => {
    const { manager } = server;
    const { environment, token } = created(await manager.environments.create("preview"));
    const preview = manager.as(token.value);
    const write = (index: number) => preview.gates.post(`f${index}`, "boolean");
    const before = Array.from({ length: 10 }, (_, index) => write(index));
    const removal = manager.environments.delete(environment.id);
    const after = Array.from({ length: 10 }, (_, index) => write(index + 10));
    const statuses = statusesOf(await Promise.all([...before, ...after]));
    expect((await removal)[0].status).toBe(204);
    expect(statuses.every((status) => status === 200 || status === 401)).toBe(true);
    expect(statuses).toContain(401);
    const { state } = server.deployment.writer;
    expect(state.toggles.has(environment.id)).toBe(false);
    expect(state.tokens.some(({ environmentId }) => environmentId === environment.id)).toBe(false);
  });

  test("to delete an environment are all 204", async () => {
    const { manager } = server;
    const { environment } = created(await manager.environments.create("preview"));
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => manager.environments.delete(environment.id)),
    );
    expect(statusesOf(answers)).toEqual(times(8, 204));
  });

  test("a deleted environment no longer counts for the limit", async () => {
    await setPlan(server, "self_hosted", { customEnvironmentsMax: 1 });
    const { manager } = server;
    const { environment } = created(await manager.environments.create("first"));
    expect((await manager.environments.create("second"))[0].status).toBe(402);
    await manager.environments.delete(environment.id);
    expect((await manager.environments.create("second"))[0].status).toBe(201);
  });
});

describe("in the data directory", () => {
  const token = "a-token-that-outlives-a-restart";
  const tables = ["environments", "tokens", "gates", "gate_member_lists", "audits"] as const;

  /** Returns the number of rows of each table that belong to an environment. */
  function rowsOf(directory: string, environmentId: number): Record<string, number> {
    using database = new Database(join(directory, "gatehouse.db"), { readonly: true });
    return Object.fromEntries(
      tables.map((table) => {
        const column = table === "environments" ? "id" : "environment_id";
        const row = database
          .query<{ count: number }, [number]>(
            `SELECT count(*) AS count FROM ${table} WHERE ${column} = ?`,
          )
          .get(environmentId);
        return [table, row?.count ?? -1];
      }),
    );
  }

  test("the tokens, gates and audits of a deleted environment are removed, and no others", async () => {
    using directory = new TemporaryDirectory();
    const server = await startHosted({ opened: await openSqliteStorage(directory.path), token });
    const { manager, production } = server;
    const deleted = created(await manager.environments.create("deleted"));
    const kept = created(await manager.environments.create("kept"));
    for (const client of [manager.as(deleted.token.value), manager.as(kept.token.value), manager]) {
      await client.gates.post("search", "actors", { flipper_id: "User;1" });
      await client.gates.post("search", "groups", { name: "staff" });
    }
    const one = { environments: 1, tokens: 1, gates: 1, gate_member_lists: 2, audits: 3 };
    expect(rowsOf(directory.path, deleted.environment.id)).toEqual(one);
    const keptRows = rowsOf(directory.path, kept.environment.id);
    const productionRows = rowsOf(directory.path, production.id);

    await manager.environments.delete(deleted.environment.id);
    expect(rowsOf(directory.path, deleted.environment.id)).toEqual({
      environments: 0,
      tokens: 0,
      gates: 0,
      gate_member_lists: 0,
      audits: 0,
    });
    expect(rowsOf(directory.path, kept.environment.id)).toEqual(keptRows);
    expect(rowsOf(directory.path, production.id)).toEqual(productionRows);
    await server.stop();
  });

  test("ids of environments, tokens and features are never used again, not even after a restart", async () => {
    using directory = new TemporaryDirectory();
    let server = await startHosted({ opened: await openSqliteStorage(directory.path), token });
    const first = created(await server.manager.environments.create("preview"));
    await server.manager.features.create("search");
    const { lastIds } = server.deployment.writer.state;
    await server.manager.environments.delete(first.environment.id);
    await server.manager.features.remove("search");
    await server.stop();

    server = await startHosted({ opened: await openSqliteStorage(directory.path) });
    const manager = server.manager.as(token);
    expect(server.deployment.writer.state.lastIds).toMatchObject({
      environment: lastIds.environment,
      feature: lastIds.feature,
    });
    const second = created(await manager.environments.create("preview"));
    expect(second.environment.id).toBeGreaterThan(first.environment.id);
    await manager.features.create("search");
    expect(server.deployment.writer.state.lastIds.feature).toBe(lastIds.feature + 1);

    // A repeated deletion of the old id must not delete the new environment.
    await manager.environments.delete(first.environment.id);
    expect((await manager.as(second.token.value).features.list())[0].status).toBe(200);
    await manager.as(second.token.value).gates.post("search", "boolean");
    const [latest] = audited(await manager.as(second.token.value).audits.list()).audits;
    expect(Number(latest?.actor.id)).toBeGreaterThan(lastIds.token);
    await server.stop();
  });

  test("environments, their overrides and their creators survive a restart", async () => {
    using directory = new TemporaryDirectory();
    let server = await startHosted({ opened: await openSqliteStorage(directory.path), token });
    const preview = created(await server.manager.environments.create("preview"));
    await server.manager.gates.post("search", "boolean");
    await server.manager.as(preview.token.value).gates.delete("search", "boolean");
    await server.stop();

    server = await startHosted({ opened: await openSqliteStorage(directory.path) });
    const manager = server.manager.as(token);
    const [, body] = await manager.as(preview.token.value).features.get("search");
    expect(body).toMatchObject({ state: "off" });
    const again = await manager.environments.create("preview");
    expect(again[0].status).toBe(200);
    expect(created(again).environment).toEqual(preview.environment);
    const other = await server.newClient({ managesEnvironments: true });
    expect((await other.environments.delete(preview.environment.id))[0].status).toBe(403);
    expect((await manager.environments.delete(preview.environment.id))[0].status).toBe(204);
    await server.stop();
  });
});
