import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unpackTar } from "modern-tar";
import { backUp } from "../../../src/storage/backup/back-up.ts";
import { BackupError } from "../../../src/storage/backup/backup-error.ts";
import { restore } from "../../../src/storage/backup/restore.ts";
import { embedMigrations } from "../../../src/storage/migrations.macro.ts";
import { StorageError } from "../../../src/storage/storage.ts";
import { canMount, SmallDisk } from "../../faults/small-disk.ts";
import {
  backupMs,
  contentsOf,
  FilledDataDirectory,
  filesOf,
  version,
} from "./filled-data-directory.ts";

const tags = embedMigrations("gatehouse").map(({ tag }) => tag);
const telemetryTags = embedMigrations("telemetry").map(({ tag }) => tag);

test("a backup is one gzipped tar: a manifest, then each database", async () => {
  using place = await FilledDataDirectory.filled();
  place.addTelemetry();
  const file = await place.backUp();
  const entries = await unpackTar(Bun.gunzipSync(await Bun.file(file).bytes()));
  expect(
    entries.map(({ header: { name, type, mode, mtime } }) => [name, type, mode, mtime]),
  ).toEqual(
    ["manifest.json", "telemetry.db", "gatehouse.db"].map((name) => [
      name,
      "file",
      0o600,
      new Date(backupMs),
    ]),
  );
  const [manifest, ...databases] = entries.map(({ data }) => data ?? new Uint8Array());
  expect(JSON.parse(Buffer.from(manifest ?? []).toString())).toEqual({
    format: 1,
    gatehouse: version,
    created_at: "2026-11-21T12:00:00.000Z",
    databases: databases.map((data, index) => ({
      name: ["telemetry.db", "gatehouse.db"][index],
      bytes: data.length,
      sha256: new Bun.CryptoHasher("sha256").update(data).digest("hex"),
      migrations: [telemetryTags, tags][index],
    })),
  });
});

test("a backup is readable by its owner only, leaves no other file, and does not change the data", async () => {
  using place = await FilledDataDirectory.filled();
  const before = filesOf(place.data);
  const file = await place.backUp();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(filesOf(place.data)).toEqual(before);
  expect(readdirSync(place.path).toSorted()).toEqual(["backup.tar.gz", "data"]);
});

test("a backup holds commits that are still in the write-ahead log", async () => {
  using place = await FilledDataDirectory.filled();
  const expected = await contentsOf(place.data);
  // A killed process leaves its write-ahead log for others to read.
  const script = `
    const { Database } = require("bun:sqlite");
    const database = new Database(${JSON.stringify(join(place.data, "gatehouse.db"))});
    database.run("PRAGMA wal_autocheckpoint = 0");
    database.run("UPDATE projects SET revision = 7 WHERE id = 1");
    process.kill(process.pid, "SIGKILL");`;
  await Bun.spawn([process.execPath, "-e", script]).exited;
  expect(readdirSync(place.data)).toContain("gatehouse.db-wal");
  await restore({ file: await place.backUp(), dataDirectory: place.at("restored") });
  const restored = await contentsOf(place.at("restored"));
  expect(restored.state.revisions).toEqual([[1, 7]]);
  expect(restored.audits).toEqual(expected.audits);
});

type Corrupt = (place: FilledDataDirectory, file: string) => void;

/** What is wrong, and the expected message, with <place> and <file> as placeholders. */
const refusals: Readonly<
  Record<string, readonly [Corrupt, new (...given: never) => Error, string]>
> = {
  "the file exists": [
    (_, file) => writeFileSync(file, "old"),
    BackupError,
    "<file> exists already, and backups are never overwritten",
  ],
  "another backup to the file is running": [
    (_, file) => mkdirSync(`${file}.partial`),
    BackupError,
    "<file>.partial exists: a backup to that file is running, or was interrupted and can be removed",
  ],
  "a reference in the database is broken": [
    (place) => place.alter("gatehouse.db", "DELETE FROM features WHERE id = 100"),
    StorageError,
    "<file>.partial/gatehouse.db: the database is damaged: it has a broken reference",
  ],
  "the database is no database": [
    (place) => writeFileSync(join(place.data, "gatehouse.db"), "garbage ".repeat(900)),
    StorageError,
    "<place>/data/gatehouse.db: the file is not a database, or is damaged",
  ],
  "telemetry is no database": [
    (place) => writeFileSync(join(place.data, "telemetry.db"), "garbage ".repeat(900)),
    StorageError,
    "<place>/data/telemetry.db: the file is not a database, or is damaged",
  ],
};

test.each(Object.entries(refusals))(
  "%s: the backup is refused, and leaves no file",
  async (_, row) => {
    const [corrupt, kind, reason] = row;
    using place = await FilledDataDirectory.filled();
    const file = place.at("backup.tar.gz");
    corrupt(place, file);
    const before = filesOf(place.path);
    const outcome = place.backUp(file);
    await expect(outcome).rejects.toBeInstanceOf(kind);
    const expected = reason.replace("<file>", file).replace("<place>", place.path);
    await expect(outcome).rejects.toThrow(expect.objectContaining({ message: expected }));
    expect(filesOf(place.path)).toEqual(before);
  },
);

test("a missing data directory and a missing target directory are refused and not created", async () => {
  using place = await FilledDataDirectory.filled();
  const before = filesOf(place.path);
  const none = { dataDirectory: place.at("none"), file: place.at("file"), version, now: Date.now };
  await expect(backUp(none)).rejects.toThrow(`there is no data in "${place.path}/none"`);
  await expect(place.backUp(place.at("none/file"))).rejects.toBeInstanceOf(StorageError);
  expect(filesOf(place.path)).toEqual(before);
});

test(
  "a damaged page fails the backup, unless the copy does not depend on it",
  async () => {
    using place = await FilledDataDirectory.filled();
    const expected = await contentsOf(place.data);
    const path = join(place.data, "gatehouse.db");
    const good = await Bun.file(path).bytes();
    const pageBytes = Buffer.from(good).readUInt16BE(16);
    const counts = { refused: 0, whole: 0 };
    for (let start = pageBytes; start < good.length; start += 3 * pageBytes) {
      writeFileSync(path, Buffer.from(good).fill(0x5a, start, start + pageBytes));
      const file = place.at(`${start}.tar.gz`);
      try {
        await place.backUp(file);
      } catch (error) {
        expect(error).toBeInstanceOf(StorageError);
        counts.refused++;
        continue;
      }
      // The page was of an index, which a copy builds anew.
      counts.whole++;
      await restore({ file, dataDirectory: place.at(`${start}`) });
      expect(await contentsOf(place.at(`${start}`))).toEqual(expected);
    }
    expect(counts.refused).toBeGreaterThan(5);
    expect(readdirSync(place.path).filter((name) => name.endsWith(".partial"))).toEqual([]);
  },
  { timeout: 180_000 },
);

test.skipIf(!canMount).each(["64k", "256k"])(
  "a target disk of %s is too small: the backup is refused, and leaves no file",
  async (size) => {
    using place = await FilledDataDirectory.filled();
    using disk = SmallDisk.mount(size);
    const file = join(disk.path, "backup.tar.gz");
    await expect(place.backUp(file)).rejects.toThrow("the disk is full");
    expect(readdirSync(disk.path)).toEqual([]);
  },
);
