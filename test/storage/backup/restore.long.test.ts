import { expect, test } from "bun:test";
import { chownSync, mkdirSync, readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BackupError } from "../../../src/storage/backup/backup-error.ts";
import { restore } from "../../../src/storage/backup/restore.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../../src/storage/storage.ts";
import { batchOf } from "../../contract/batch-of.ts";
import { canMount, SmallDisk } from "../../faults/small-disk.ts";
import { contentsOf, FilledDataDirectory, filesOf } from "./filled-data-directory.ts";

const isRoot = process.getuid?.() === 0;

test("restored data equals the backed-up data with telemetry, and is readable by its owner only", async () => {
  using place = await FilledDataDirectory.filled();
  place.addTelemetry();
  const file = await place.backUp();
  const target = place.at("a/b/restored");
  const manifest = await restore({ file, dataDirectory: target });
  expect(manifest.databases.map(({ name }) => name)).toEqual(["telemetry.db", "gatehouse.db"]);
  expect(readdirSync(target).toSorted()).toEqual([
    "gatehouse.db",
    "gatehouse.lock",
    "gatehouse.restored",
    "telemetry.db",
  ]);
  for (const name of ["gatehouse.db", "telemetry.db"]) {
    expect(statSync(join(target, name)).mode & 0o777).toBe(0o600);
  }
  expect(await contentsOf(target)).toEqual(await contentsOf(place.data));
});

test("a directory with only a server's files without data or lost+found counts as empty", async () => {
  using place = await FilledDataDirectory.filled();
  const file = await place.backUp();
  const target = place.at("restored");
  mkdirSync(join(target, "lost+found"), { recursive: true });
  writeFileSync(join(target, "gatehouse.lock"), "");
  for (const name of ["gatehouse.sock", "gatehouse.mode", "first-start.txt"]) {
    writeFileSync(join(target, name), "");
  }
  await restore({ file, dataDirectory: target });
  expect(await contentsOf(target)).toEqual(await contentsOf(place.data));
});

test.skipIf(!isRoot)(
  "restored files belong to the directory's owner, because root may restore for another user",
  async () => {
    using place = await FilledDataDirectory.filled();
    const file = await place.backUp();
    const target = place.at("restored");
    mkdirSync(target);
    const owner = { uid: 1_234, gid: 5_678 };
    chownSync(target, owner.uid, owner.gid);
    await restore({ file, dataDirectory: target });
    for (const name of readdirSync(target)) {
      expect(statSync(join(target, name))).toMatchObject(owner);
    }
  },
);

type Prepare = (place: FilledDataDirectory, target: string) => void;

/** What makes a restore impossible, and the expected message, with TARGET for the directory. */
const refusals: Readonly<
  Record<string, readonly [Prepare, new (...given: never) => Error, string]>
> = {
  "the directory holds data": [
    (_, target) => {
      mkdirSync(target);
      writeFileSync(join(target, "gatehouse.db"), "old");
    },
    BackupError,
    "TARGET is not empty; a backup can be restored into an empty directory only",
  ],
  "the directory holds another file": [
    (_, target) => {
      mkdirSync(join(target, "photos"), { recursive: true });
    },
    BackupError,
    "TARGET is not empty; a backup can be restored into an empty directory only",
  ],
  "the directory is a file": [
    (_, target) => writeFileSync(target, "old"),
    StorageError,
    "TARGET: the data path is not a directory",
  ],
  "the backup is missing": [
    (place) => writeFileSync(place.at("restored.txt"), "beside"),
    StorageError,
    '"none.tar.gz" cannot be read: no such file or directory',
  ],
};

test.each(Object.entries(refusals))(
  "%s: the restore is refused, and nothing changed",
  async (name, row) => {
    const [prepare, kind, reason] = row;
    using place = await FilledDataDirectory.filled();
    const file = name === "the backup is missing" ? "none.tar.gz" : await place.backUp();
    const target = place.at("restored");
    prepare(place, target);
    const before = filesOf(place.path);
    const outcome = restore({ file, dataDirectory: target });
    await expect(outcome).rejects.toBeInstanceOf(kind);
    await expect(outcome).rejects.toThrow(
      expect.objectContaining({ message: reason.replace("TARGET", target) }),
    );
    const traces = { "gatehouse.lock": "", "restored/gatehouse.lock": "" };
    expect({ ...filesOf(place.path), ...traces }).toEqual({ ...before, ...traces });
  },
);

test("a directory in use is refused, and its server keeps running", async () => {
  using place = await FilledDataDirectory.filled();
  const file = await place.backUp();
  const { storage } = await openSqliteStorage(place.data);
  await expect(restore({ file, dataDirectory: place.data })).rejects.toThrow("in use by another");
  await storage.commit(batchOf([{ kind: "group.added", projectId: 1, name: "after" }]));
  await storage.close();
});

test.skipIf(!canMount)(
  "a target disk that is too small is refused, and remains empty",
  async () => {
    using place = await FilledDataDirectory.filled();
    const file = await place.backUp();
    using disk = SmallDisk.mount("128k");
    const target = join(disk.path, "restored");
    await expect(restore({ file, dataDirectory: target })).rejects.toThrow(
      /: the disk of \S+\/restored is too small: the backup needs \d+ bytes, and \d+ are free$/,
    );
    expect(readdirSync(disk.path)).toEqual([]);
  },
);

test("a backup that is cut off anywhere is refused, and nothing is restored", async () => {
  using place = await FilledDataDirectory.filled();
  const file = await place.backUp();
  const { size } = statSync(file);
  const before = filesOf(place.data);
  for (let part = 31; part >= 0; part--) {
    truncateSync(file, Math.floor((size * part) / 32));
    await expectRefused(place, file);
  }
  expect(filesOf(place.data)).toEqual(before);
});

test(
  "a backup with one changed byte is refused, or restores the original data",
  async () => {
    using place = await FilledDataDirectory.filled();
    const file = await place.backUp();
    const expected = await contentsOf(place.data);
    const good = await Bun.file(file).bytes();
    const counts = { refused: 0, whole: 0 };
    const step = Math.ceil(good.length / 60);
    for (const offset of [4, 9, ...Array.from({ length: 60 }, (_, index) => index * step)]) {
      const bad = Uint8Array.from(good, (byte, index) => (index === offset ? byte ^ 0x10 : byte));
      writeFileSync(file, bad);
      const target = place.at(`restored-${offset}`);
      try {
        await restore({ file, dataDirectory: target });
      } catch (error) {
        expect(error).toBeInstanceOf(BackupError);
        expect(filesOf(target)).toBeNull();
        counts.refused++;
        continue;
      }
      // Gzip's header holds a time and a system, which restoring ignores.
      expect(await contentsOf(target)).toEqual(expected);
      counts.whole++;
    }
    expect(counts.refused).toBeGreaterThan(55);
    expect(counts.whole).toBeGreaterThan(0);
  },
  { timeout: 180_000 },
);

async function expectRefused(place: FilledDataDirectory, file: string): Promise<void> {
  const outcome = restore({ file, dataDirectory: place.at("restored") });
  await expect(outcome).rejects.toBeInstanceOf(BackupError);
  expect(filesOf(place.at("restored"))).toBeNull();
}
