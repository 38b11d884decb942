import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { closeSync, openSync, statSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Change } from "../../src/core/model/change.ts";
import { startBackgroundCheck } from "../../src/storage/sqlite/background-check.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { batchOf } from "../contract/batch-of.ts";
import { audit } from "../contract/sample-entities.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startHosted } from "../helpers/hosted-server.ts";
import { commitWorkerUrl } from "../helpers/worker-entries.ts";
import { startPipelineServer } from "../server/pipeline-server.ts";
import { expectUnavailable, messageOf } from "./faulty-server.ts";

/** A stopped server's directory with audits of that many bytes in Production. */
async function filledDirectory(auditCount: number, bytesEach: number): Promise<TemporaryDirectory> {
  const directory = new TemporaryDirectory();
  const server = await startHosted({ opened: await openSqliteStorage(directory.path) });
  await server.manager.features.create("search");
  const { id } = server.production;
  await server.stop();
  const { storage } = await openSqliteStorage(directory.path);
  const value = "v".repeat(bytesEach);
  const changes = Array.from(
    { length: auditCount },
    (): Change => ({ kind: "audit.recorded", audit: audit({ environmentId: id, value }) }),
  );
  await storage.commit(batchOf(changes));
  await storage.close();
  return directory;
}

/** Overwrites the first page of a table or an index. */
function damage(directory: string, name: string): void {
  const path = join(directory, "gatehouse.db");
  const [page, pageBytes] = rootPageOf(path, name);
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(pageBytes, 0x5a), 0, pageBytes, (page - 1) * pageBytes);
  closeSync(file);
}

function rootPageOf(path: string, name: string): readonly [page: number, pageBytes: number] {
  using database = new Database(path, { readonly: true });
  const found = database
    .query<{ rootpage: number; page_size: number }, [string]>(
      "SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = ?",
    )
    .get(name);
  return [found?.rootpage ?? 0, found?.page_size ?? 0];
}

test("damage in a large database is found after the start: it is reported, and /readyz is 503", async () => {
  using directory = await filledDirectory(700, 100_000);
  damage(directory.path, "audits_feature");
  const reported = Promise.withResolvers<unknown>();
  const opened = await openSqliteStorage(directory.path, {
    workerUrl: commitWorkerUrl,
    onFault: reported.resolve,
  });
  const server = await startPipelineServer({ opened });
  expect((await server.manager.features.get("search"))[0].status).toBe(200);
  expect(messageOf(await reported.promise)).toMatch(/gatehouse\.db: the database is damaged$/);
  const ready = await server.send("/readyz");
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ checks: { database: "failed" } });
  expect((await server.manager.features.list())[0].status).toBe(200);
  await server.stop();
});

test("a search for damage that ends without a result is reported", async () => {
  using directory = new TemporaryDirectory();
  const entry = join(directory.path, "dies.ts");
  writeFileSync(
    entry,
    'postMessage({ kind: "loaded" }); addEventListener("message", () => process.exit(1));\n',
  );
  const reported = Promise.withResolvers<unknown>();
  const check = startBackgroundCheck(pathToFileURL(entry), "gatehouse.db", reported.resolve);
  expect(messageOf(await reported.promise)).toContain("gatehouse.db: the search for damage ended");
  expect(check.damage).toBeUndefined();
  check.stop();
});

test.each([
  ["a server", { workerUrl: commitWorkerUrl }],
  ["a command", {}],
])("the same damage in a small database keeps %s from starting", async (_, options) => {
  using directory = await filledDirectory(1, 100);
  damage(directory.path, "audits_feature");
  for (let tries = 0; tries < 2; tries += 1) {
    await expect(openSqliteStorage(directory.path, options)).rejects.toThrow(
      `${directory.path}/gatehouse.db: the database is damaged`,
    );
  }
});

test("an empty database beside telemetry with data is refused, and nothing is changed", async () => {
  using directory = await filledDirectory(1, 100);
  const path = join(directory.path, "telemetry.db");
  using telemetry = new Database(path);
  telemetry.run("CREATE TABLE keys (id INTEGER)");
  const file = join(directory.path, "gatehouse.db");
  writeFileSync(file, "");
  await (await openSqliteStorage(directory.path)).storage.close();
  writeFileSync(file, "");
  telemetry.run("INSERT INTO keys VALUES (1)");
  await expect(openSqliteStorage(directory.path)).rejects.toThrow(
    `${file}: the database is empty, but telemetry.db next to it has data`,
  );
  expect(statSync(file).size).toBe(0);
});

test("audits that the disk cannot deliver are 503, and the rest of the server works", async () => {
  using directory = await filledDirectory(50, 100_000);
  const opened = await openSqliteStorage(directory.path, { workerUrl: commitWorkerUrl });
  const server = await startPipelineServer({ opened });
  damage(directory.path, "audits");
  const answer = await server.manager.audits.list();
  expectUnavailable(answer);
  expect(answer[2]).not.toMatch(/damaged|malformed|sqlite|\.db/i);
  expect(server.hosted.faults.splice(0).map(messageOf)).toEqual([
    "The audits could not be read: database disk image is malformed",
  ]);
  expect((await server.manager.features.list())[0].status).toBe(200);
  await server.stop();
});
