import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { restore } from "../../../src/storage/backup/restore.ts";
import { isSuspiciouslySmall } from "../../../src/storage/backup/restore-limits.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { run, testedProgram } from "../../contract/server-process.ts";
import { canMount, SmallDisk } from "../../faults/small-disk.ts";
import { type Entries, entriesOf, withDatabase, withManifest, writeEntries } from "./archives.ts";
import { FilledDataDirectory, filesOf } from "./filled-data-directory.ts";

const mebibyte = 1024 * 1024;
let place: FilledDataDirectory;
let good: Entries;

beforeAll(async () => {
  place = await FilledDataDirectory.filled();
  good = await entriesOf(await place.backUp());
});
afterAll(() => place[Symbol.dispose]());

/** Restores in a shell that may write files of at most 8 KiB, so larger writes would fail. */
async function restoreWithoutRoom(file: string) {
  const words = [...testedProgram.argv, "restore", file, "--data", place.at("restored")];
  const line = `ulimit -f 16; exec ${words.map((word) => `'${word}'`).join(" ")}`;
  const shell = { name: "a shell with a limit", argv: ["/bin/sh", "-c", line] };
  return await run(shell, [], { cwd: place.path });
}

/** Archives whose database is refused before it is written, and the end of the message. */
const refusedUnwritten: Readonly<Record<string, readonly [(entries: Entries) => Entries, RegExp]>> =
  {
    "zeros that expand a thousand times": [
      (entries) => withDatabase(entries, "gatehouse.db", new Uint8Array(100 * mebibyte)),
      /: it is made to fill the disk: its \d{5,6} bytes would expand to 104857600$/,
    ],
    "a declared size that no disk has": [
      (entries) =>
        withManifest(entries, (document) => ({
          ...document,
          databases: document.databases.map((database) => ({ ...database, bytes: 2 ** 60 })),
        })),
      /: it is made to fill the disk: its \d+ bytes would expand to 1152921504606847000$/,
    ],
    "a file that is no database": [
      (entries) => withDatabase(entries, "gatehouse.db", new Uint8Array(4 * mebibyte)),
      /: gatehouse\.db: the file is not a database, or is damaged$/,
    ],
    "a database that says it is smaller": [
      (entries) => {
        const data = entries.find(({ name }) => name === "gatehouse.db")?.data ?? new Uint8Array();
        const longer = Buffer.concat([data, new Uint8Array(mebibyte)]);
        return withDatabase(entries, "gatehouse.db", longer);
      },
      /: gatehouse\.db: the file is not a database, or is damaged$/,
    ],
  };

test.each(Object.entries(refusedUnwritten))(
  "%s: the restore is refused before anything is written",
  async (_, [corrupt, reason]) => {
    const file = place.at("hostile.tar.gz");
    await writeEntries(file, corrupt(good));
    const before = readdirSync(place.path);
    const ended = await restoreWithoutRoom(file);
    expect(ended).toMatchObject({ code: 1, out: "" });
    expect(ended.err.trimEnd()).toMatch(reason);
    expect(readdirSync(place.path)).toEqual(before);
  },
);

test("the limit of the shell stops a restore that writes", async () => {
  const file = place.at("good.tar.gz");
  await writeEntries(file, good);
  expect((await restoreWithoutRoom(file)).code).not.toBe(0);
  rmSync(place.at("restored"), { recursive: true, force: true });
  await restore({ file, dataDirectory: place.at("restored") });
  rmSync(place.at("restored"), { recursive: true });
});

test("an archive that goes on after its files is not read to its end", async () => {
  const file = place.at("hostile.tar.gz");
  await writeEntries(file, good);
  const tar = Bun.gunzipSync(await Bun.file(file).bytes());
  const longer = (bytes: number) => Bun.gzipSync(Buffer.concat([tar, new Uint8Array(bytes)]));
  writeFileSync(file, longer(mebibyte));
  await restore({ file, dataDirectory: place.at("restored") });
  rmSync(place.at("restored"), { recursive: true });
  writeFileSync(file, longer(40 * mebibyte));
  const outcome = restore({ file, dataDirectory: place.at("restored") });
  await expect(outcome).rejects.toThrow(`${file}: it holds more than its manifest says`);
  expect(filesOf(place.at("restored"))).toBeNull();
});

test.skipIf(!canMount)("a restore that would fill the disk writes nothing to it", async () => {
  using disk = SmallDisk.mount("256k");
  const file = place.at("whole.tar.gz");
  await writeEntries(file, good);
  const outcome = restore({ file, dataDirectory: disk.path });
  await expect(outcome).rejects.toThrow(`the disk of ${disk.path} is too small`);
  expect(readdirSync(disk.path)).toEqual(["gatehouse.lock"]);
});

test("a small archive may expand to 64 MiB, and any archive to 200 times its size", () => {
  const isRefused = (archiveBytes: number, ...bytes: readonly number[]) =>
    isSuspiciouslySmall(
      archiveBytes,
      bytes.map((each) => ({ name: "gatehouse.db", bytes: each, sha256: "", migrations: [] })),
    );
  expect(isRefused(1, 32 * mebibyte, 32 * mebibyte)).toBe(false);
  expect(isRefused(1, 64 * mebibyte, 1)).toBe(true);
  expect(isRefused(mebibyte, 200 * mebibyte)).toBe(false);
  expect(isRefused(mebibyte, 200 * mebibyte, 1)).toBe(true);
});

test("data that compresses as well as a bomb is backed up so that it can be restored", async () => {
  using large = await FilledDataDirectory.filled();
  large.alter(
    "gatehouse.db",
    `WITH RECURSIVE counted (n) AS (SELECT 1000 UNION ALL SELECT n + 1 FROM counted WHERE n < 1080)
    INSERT INTO audits (environment_id, sequence, created_at, action, actor_type, actor_id, feature_key, value)
    SELECT 1, n, 0, 'create', 'User', '1', 'large', replace(hex(zeroblob(500000)), '0', 'v')
    FROM counted`,
  );
  const file = await large.backUp();
  expect(statSync(file).size).toBeGreaterThan(64 * mebibyte);
  await restore({ file, dataDirectory: large.at("restored") });
  const { storage } = await openSqliteStorage(large.at("restored"));
  const query = { environmentId: 1, keys: null, latestMax: null, offset: 0, limit: 1_000 };
  const audits = await storage.reads.audits(query);
  expect(audits.filter(({ featureKey }) => featureKey === "large")).toHaveLength(81);
  await storage.close();
});

test("a database with tables of Litestream and of SQLite's statistics is backed up and restored", async () => {
  using replicated = await FilledDataDirectory.filled();
  replicated.alter(
    "gatehouse.db",
    "CREATE TABLE IF NOT EXISTS _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER);",
    "CREATE TABLE IF NOT EXISTS _litestream_lock (id INTEGER);",
    "ANALYZE",
  );
  const file = await replicated.backUp();
  await restore({ file, dataDirectory: replicated.at("restored") });
  expect(readdirSync(replicated.at("restored"))).toContain("gatehouse.db");
});

test("data with a foreign table is not backed up, as it could not be restored", async () => {
  using changed = await FilledDataDirectory.filled();
  changed.alter("gatehouse.db", "CREATE TABLE mine (n INTEGER)");
  await expect(changed.backUp()).rejects.toThrow(
    "the database is not Gatehouse's: it has the table mine",
  );
  expect(readdirSync(changed.path)).toEqual(["data"]);
});

test("the token of a first start is not backed up", async () => {
  using started = await FilledDataDirectory.filled();
  writeFileSync(`${started.data}/first-start.txt`, "a token");
  const entries = await entriesOf(await started.backUp());
  expect(entries.map(({ name }) => name)).toEqual(["manifest.json", "gatehouse.db"]);
  expect(Buffer.concat(entries.map(({ data }) => data)).includes("a token")).toBe(false);
});
