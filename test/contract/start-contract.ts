import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { embedMigrations } from "../../src/storage/migrations.macro.ts";
import { migrate } from "../../src/storage/sqlite/database/migrate.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { batchOf } from "./batch-of.ts";
import { foundation } from "./sample-entities.ts";
import { type Program, run, ServerProcess } from "./server-process.ts";
import { TemporaryDirectory } from "./temporary-directory.ts";

/** Starting may take long on a busy machine. */
const longTimeout = { timeout: 180_000 };

const emptyBesideTelemetry =
  /gatehouse\.db: the database is empty, but telemetry\.db next to it has data; restore a backup/;

/** Makes a data directory unusable, and returns the path with which to start. */
type Corrupt = (directory: string) => string;

const unusable: Readonly<Record<string, readonly [Corrupt, RegExp]>> = {
  "a newer database": [
    altered("INSERT INTO migrations (tag, hash) VALUES ('9999_future', 'x')"),
    /gatehouse\.db: The database was made by a newer Gatehouse \(it has the migration 9999_future\)/,
  ],
  "an edited migration": [
    altered("UPDATE migrations SET hash = 'other'"),
    /gatehouse\.db: The migration 0000_foundation differs from the one/,
  ],
  "a file that is no database": [
    (directory) => {
      writeFileSync(join(directory, "gatehouse.db"), "This is no database.\n".repeat(500));
      return directory;
    },
    /gatehouse\.db: the file is not a database, or is damaged/,
  ],
  "a damaged page of the database": [
    (directory) => damaged(directory, "features"),
    /gatehouse\.db: the database is damaged/,
  ],
  "a damaged page that holds only audits": [
    (directory) => damaged(directory, "audits"),
    /gatehouse\.db: the database is damaged/,
  ],
  "a missing database beside telemetry": [
    (directory) => {
      addTelemetry(directory);
      rmSync(join(directory, "gatehouse.db"));
      return directory;
    },
    emptyBesideTelemetry,
  ],
  "a database without bytes beside telemetry": [
    (directory) => {
      addTelemetry(directory);
      truncateSync(join(directory, "gatehouse.db"), 0);
      return directory;
    },
    emptyBesideTelemetry,
  ],
  "a database without data beside telemetry": [
    (directory) => {
      addTelemetry(directory);
      rmSync(join(directory, "gatehouse.db"));
      makeDatabase(join(directory, "gatehouse.db"), "gatehouse");
      return directory;
    },
    emptyBesideTelemetry,
  ],
  "half a database": [
    (directory) => {
      const file = join(directory, "gatehouse.db");
      truncateSync(file, Math.floor(readFileSync(file).length / 2));
      return directory;
    },
    /gatehouse\.db: the database is damaged/,
  ],
  "a directory instead of the database": [
    (directory) => {
      mkdirSync(join(directory, "other/gatehouse.db"), { recursive: true });
      return join(directory, "other");
    },
    /gatehouse\.db: the file cannot be opened or created/,
  ],
  "a file instead of the data directory": [
    (directory) => join(directory, "gatehouse.db"),
    /gatehouse\.db: the data path is not a directory/,
  ],
  "a data directory below a file": [
    (directory) => join(directory, "gatehouse.db/data"),
    /gatehouse\.db\/data: the data path is not a directory/,
  ],
  // Every Linux has this directory, which even root cannot write to.
  "a directory that cannot be written": [
    () => "/proc",
    /gatehouse\.lock: the file cannot be opened or created \(is the directory writable\?\)/,
  ],
};

/** A start that fails writes one line to stderr, ends with code 2, and does not change the data. */
export function startContract(program: Program): void {
  test.concurrent.each(Object.entries(unusable))(
    "%s",
    async (_, [corrupt, reason]) => {
      using directory = await filledDirectory();
      const data = corrupt(directory.path);
      const before = contentsOf(directory.path);
      const args = ["serve", "--mode", "mountable", "--port", "0", "--data", data];
      expectRefused(await run(program, args, { cwd: directory.path }), reason);
      expect(contentsOf(directory.path)).toEqual(before);
    },
    longTimeout,
  );

  test.concurrent(
    "a data directory in use: the second server is refused, the first keeps running",
    async () => {
      using directory = await filledDirectory();
      using first = await ServerProcess.start(program, directory.path);
      const args = ["serve", "--mode", "mountable", "--port", "0", "--data", directory.path];
      const second = await run(program, args, { cwd: directory.path });
      expectRefused(second, /gatehouse\.lock: the data directory is in use by another Gatehouse/);
      const body = new URLSearchParams({ name: "still" });
      expect((await first.send("/features", { method: "POST", body })).status).toBe(200);
      expect(await (await first.send("/features/still")).json()).toMatchObject({ key: "still" });
    },
    longTimeout,
  );

  test.concurrent(
    "a database that another program has locked: after some seconds",
    async () => {
      using directory = await filledDirectory();
      using other = new Database(join(directory.path, "gatehouse.db"));
      other.run("BEGIN IMMEDIATE");
      const args = ["serve", "--mode", "mountable", "--port", "0", "--data", directory.path];
      const refused = await run(program, args, { cwd: directory.path });
      expectRefused(refused, /gatehouse\.db: another program has locked the database/);
      other.run("ROLLBACK");
      using server = await ServerProcess.start(program, directory.path);
      expect((await server.send("/features")).status).toBe(200);
    },
    longTimeout,
  );

  test.concurrent(
    "no telemetry beside an empty database: the server starts",
    async () => {
      using directory = new TemporaryDirectory();
      makeDatabase(join(directory.path, "gatehouse.db"), "gatehouse");
      makeDatabase(join(directory.path, "telemetry.db"), "telemetry");
      using server = await ServerProcess.start(program, directory.path, { mode: "hosted" });
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    },
    longTimeout,
  );

  test.concurrent(
    "a port in use",
    async () => {
      using directory = await filledDirectory();
      // The first listener allows sharing the port, so only the second server can refuse.
      using other = Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        reusePort: true,
        fetch: () => new Response(),
      });
      const before = contentsOf(directory.path);
      const port = String(other.port);
      const args = ["serve", "--mode", "mountable", "--port", port, "--data", directory.path];
      const ended = await run(program, args, { cwd: directory.path });
      expectRefused(ended, new RegExp(`cannot listen on 127\\.0\\.0\\.1:${port}: .*in use`));
      // Every start changes the projects' revisions, so the bytes of the files differ.
      expect([...contentsOf(directory.path).keys()]).toEqual([...before.keys()]);
      expect(featuresOf(directory.path)).toEqual(["feature-1"]);
    },
    longTimeout,
  );
}

function expectRefused(ended: { code: number; out: string; err: string }, reason: RegExp): void {
  expect(ended.err).toMatch(/^gatehouse: [^\n]+\n$/);
  expect(ended.err).toMatch(reason);
  expect(ended).toMatchObject({ code: 2, out: "" });
}

async function filledDirectory(): Promise<TemporaryDirectory> {
  const directory = new TemporaryDirectory();
  const { storage } = await openSqliteStorage(directory.path);
  await storage.commit(
    batchOf([
      ...foundation,
      { kind: "organization.member_saved", organizationId: 1, userId: 1, role: "owner" },
    ]),
  );
  await storage.close();
  return directory;
}

/** Every file below a directory, with its content. */
function contentsOf(directory: string): ReadonlyMap<string, string> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  // Trying to get the lock creates its empty file, which holds no data.
  return new Map(
    files
      .filter((file) => !file.endsWith("gatehouse.lock"))
      .sort()
      .map((file) => [file, readFileSync(file).toString("base64")]),
  );
}

function featuresOf(directory: string): readonly string[] {
  using database = new Database(join(directory, "gatehouse.db"), { readonly: true });
  return database
    .query<{ key: string }, []>("SELECT key FROM features")
    .all()
    .map(({ key }) => key);
}

/** A telemetry.db that has counted evaluations of one key. */
function addTelemetry(directory: string): void {
  const file = join(directory, "telemetry.db");
  makeDatabase(file, "telemetry");
  using database = new Database(file, { create: false });
  database.run("INSERT INTO keys (environment_id, key) VALUES (1, 'search')");
}

function makeDatabase(file: string, name: "gatehouse" | "telemetry"): void {
  using database = new Database(file, { create: true });
  database.run("PRAGMA journal_mode = WAL");
  migrate(database, embedMigrations(name));
}

function altered(statement: string): Corrupt {
  return (directory) => {
    using database = new Database(join(directory, "gatehouse.db"), { create: false });
    database.run(statement);
    return directory;
  };
}

/** Overwrites the first page of a table. */
function damaged(directory: string, table: string): string {
  const file = join(directory, "gatehouse.db");
  const bytes = readFileSync(file);
  const pageBytes = bytes.readUInt16BE(16);
  const page = rootPageOf(file, table);
  bytes.fill(0x5a, (page - 1) * pageBytes, page * pageBytes);
  writeFileSync(file, bytes);
  return directory;
}

function rootPageOf(file: string, table: string): number {
  using database = new Database(file, { create: false });
  const query = database.query<{ rootpage: number }, [string]>(
    "SELECT rootpage FROM sqlite_schema WHERE type = 'table' AND name = ?",
  );
  return query.get(table)?.rootpage ?? 0;
}
