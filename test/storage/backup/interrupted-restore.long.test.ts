import { expect, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { restore } from "../../../src/storage/backup/restore.ts";
import { openSqliteStorage } from "../../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../../src/storage/storage.ts";
import { contentsOf, FilledDataDirectory, filesOf } from "./filled-data-directory.ts";

/** What a power cut leaves in the directory at each step; `whole` is a complete restore. */
const interruptions: Readonly<Record<string, (target: string, whole: string) => void>> = {
  "before the first file": () => undefined,
  "within a file": (target) => writeFileSync(join(target, "restore.partial/telemetry.db"), "SQLi"),
  "before the files are moved": (target, whole) => {
    cpSync(join(whole, "telemetry.db"), join(target, "restore.partial/telemetry.db"));
    cpSync(join(whole, "gatehouse.db"), join(target, "restore.partial/gatehouse.db"));
  },
  "between the two": (target, whole) => {
    cpSync(join(whole, "telemetry.db"), join(target, "telemetry.db"));
    cpSync(join(whole, "gatehouse.db"), join(target, "restore.partial/gatehouse.db"));
  },
};

async function preparePlace(): Promise<{
  place: FilledDataDirectory;
  file: string;
  target: string;
  whole: string;
}> {
  const place = await FilledDataDirectory.filled();
  place.addTelemetry();
  const file = await place.backUp();
  const whole = place.at("whole");
  await restore({ file, dataDirectory: whole });
  const target = place.at("target");
  mkdirSync(join(target, "restore.partial"), { recursive: true });
  return { place, file, target, whole };
}

test.each(Object.entries(interruptions))(
  "interrupted %s: no server starts, and the restore can run again",
  async (_, cut) => {
    const { place, file, target, whole } = await preparePlace();
    using _place = place;
    cut(target, whole);
    await expect(openSqliteStorage(target)).rejects.toThrow(
      new StorageError(`${target}: a restore into it was interrupted; run the restore again`),
    );
    await restore({ file, dataDirectory: target });
    expect(existsSync(join(target, "restore.partial"))).toBe(false);
    expect(filesOf(target)).toEqual(filesOf(whole));
  },
);

test("interrupted after both files: the data is complete, and a server starts", async () => {
  const { place, file, target, whole } = await preparePlace();
  using _place = place;
  const expected = await contentsOf(whole);
  for (const name of ["telemetry.db", "gatehouse.db"]) {
    renameSync(join(whole, name), join(target, name));
  }
  await expect(restore({ file, dataDirectory: target })).rejects.toThrow("is not empty");
  expect(await contentsOf(target)).toEqual(expected);
  expect(existsSync(join(target, "restore.partial"))).toBe(false);
});

test(
  "a restore that is killed at any moment leaves no data for a server, or all of it",
  async () => {
    const { place, file, whole } = await preparePlace();
    using _place = place;
    const expected = await contentsOf(whole);
    const script = `
    import { restore } from ${JSON.stringify(join(import.meta.dir, "../../../src/storage/backup/restore.ts"))};
    process.stdout.write("ready");
    await restore({ file: ${JSON.stringify(file)}, dataDirectory: process.argv.at(-1) });`;
    writeFileSync(place.at("restore.ts"), script);
    for (const delayMs of [0, 1, 2, 3, 4, 6, 8, 12]) {
      const target = place.at(`killed-${delayMs}`);
      const child = Bun.spawn([process.execPath, place.at("restore.ts"), target], {
        stdout: "pipe",
        stderr: "inherit",
      });
      await child.stdout.getReader().read();
      await Bun.sleep(delayMs);
      child.kill("SIGKILL");
      await child.exited;
      if (existsSync(join(target, "gatehouse.db"))) {
        expect(existsSync(join(target, "telemetry.db"))).toBe(true);
      } else {
        await restore({ file, dataDirectory: target });
      }
      expect(await contentsOf(target)).toEqual(expected);
    }
  },
  { timeout: 180_000 },
);
