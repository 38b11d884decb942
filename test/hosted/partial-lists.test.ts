import { expect, test } from "bun:test";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../src/storage/storage.ts";
import { alteredStorage } from "../contract/altered-storage.ts";
import type { Answer } from "../helpers/answer.ts";
import { audited, created } from "../helpers/hosted-client.ts";
import { type HostedServer, startHosted } from "../helpers/hosted-server.ts";

/*
 * Clients remove features that a 200 list lacks (docs/clients.md#sync), so the server must answer
 * with an error rather than with a part of the list.
 */

/** Returns a storage that fails while set to, and then stores nothing. */
async function failable() {
  const opened = await openSqliteStorage(":memory:");
  const failing = { commit: false, audits: false };
  const failIf = (isFailing: boolean) => {
    if (isFailing) {
      throw new StorageError("the disk is full of /secret/paths");
    }
  };
  const storage = alteredStorage(opened.storage, {
    async commit(batch) {
      failIf(failing.commit);
      return opened.storage.commit(batch);
    },
    reads: {
      async audits(query) {
        failIf(failing.audits);
        return opened.storage.reads.audits(query);
      },
    },
  });
  return { failing, opened: { ...opened, storage } };
}

/** Removes the reported faults, and returns their number. */
function takeFaults(server: HostedServer): number {
  return server.faults.splice(0).length;
}

function expectFailed([response, body, text]: Answer, status: number, code: string): void {
  expect(response.status).toBe(status);
  expect(body).toMatchObject({ code });
  expect(text).not.toContain("secret");
  expect(text).not.toContain("features");
}

test("while nothing can be stored, writes are 503 and lists are unchanged", async () => {
  const { failing, opened } = await failable();
  const server = await startHosted({ opened });
  const { manager } = server;
  await manager.import({ search: { boolean: "true" }, stats: {} });
  const preview = manager.as(created(await manager.environments.create("preview")).token.value);
  const lists = async () =>
    Promise.all(
      [manager, preview].map(async (client) => {
        const [response, , text] = await client.features.list();
        return [response.status, response.headers.get("flipper-sync-version"), text];
      }),
    );
  const before = await lists();
  failing.commit = true;
  const writes = [
    () => manager.gates.post("search", "actors", { flipper_id: "User;1" }),
    () => manager.features.create("fresh"),
    () => manager.features.remove("search"),
    () => manager.import({}),
    () => preview.features.clear("search"),
    () => preview.gates.post("stats", "boolean"),
    () => manager.environments.create("another"),
  ];
  for (const write of writes) {
    const answer = await write();
    expectFailed(answer, 503, "unavailable");
    expect(answer[0].headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await lists()).toEqual(before);
  }
  expect(takeFaults(server)).toBe(writes.length);
  const history = audited(await manager.audits.list());
  failing.commit = false;
  expect(audited(await manager.audits.list())).toEqual(history);
  expect((await manager.gates.post("search", "actors", { flipper_id: "User;1" }))[0].status).toBe(
    200,
  );
  await server.stop();
});

test("all writes that share a failing commit are 503", async () => {
  const { failing, opened } = await failable();
  const server = await startHosted({ opened });
  failing.commit = true;
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => server.manager.features.create(`f${index}`)),
  );
  expect(new Set(answers.map(([response]) => response.status))).toEqual(new Set([503]));
  failing.commit = false;
  expect((await server.manager.features.list())[1]).toEqual({ features: [] });
  expect(takeFaults(server)).toBeGreaterThan(0);
  await server.stop();
});

test("audits that cannot be read are an error, not an empty list", async () => {
  const { failing, opened } = await failable();
  const server = await startHosted({ opened });
  await server.manager.features.create("search");
  failing.audits = true;
  const [response, body, text] = await server.manager.audits.list();
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("1");
  expect(body).toEqual({
    code: "unavailable",
    message: expect.any(String),
    more_info: expect.any(String),
  });
  expect(text).not.toContain("secret");
  expect(takeFaults(server)).toBe(1);
  await server.stop();
});

test("a feature whose gates are missing makes every list an error", async () => {
  const opened = await openSqliteStorage(":memory:");
  const first = await startHosted({ opened });
  await first.manager.import({ search: { boolean: "true" }, stats: {}, other: {} });
  await first.manager.environments.create("preview");
  const { state } = first.deployment.writer;
  const toggles = state.toggles.map((byKey) => byKey.delete("stats"));
  const server = await startHosted({ opened: { ...opened, state: { ...state, toggles } } });
  const environment = state.environments.find(({ name }) => name === "preview");
  const custom = await server.newClient(environment === undefined ? {} : { environment });
  for (const client of [server.manager, custom]) {
    for (const answer of [
      await client.features.list(),
      await client.features.list("exclude_gate_names=true"),
      await client.call("GET", "/features", { headers: { "if-none-match": '"x"' } }),
      await client.actors.check("User;1"),
    ]) {
      expectFailed(answer, 500, "internal");
    }
  }
  expect(takeFaults(server)).toBe(8);
  await server.stop();
});
