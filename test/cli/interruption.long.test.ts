import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { run, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { dataIn, lockDatabase, OnTerminal } from "./on-terminal.ts";

const timeoutMs = 180_000;
const interrupted = 130;

/** A pipe with a name: who reads it waits until somebody writes. */
function namedPipe(path: string): string {
  expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
  return path;
}

test(
  "Ctrl-C ends a backup after its present step, with 130, and nothing of it is left",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    const target = join(place.path, "backups/a.tar.gz");
    await mkdir(join(place.path, "backups"));
    const lock = lockDatabase(join(data, "gatehouse.db"));
    const command = new OnTerminal(["backup", "--data", data, target]);
    await command.shows(/copying gatehouse\.db/);
    expect(readdirSync(join(place.path, "backups"))).toEqual(["a.tar.gz.partial"]);
    command.interruptByKey();
    lock.release();
    expect((await command.ended()).code).toBe(interrupted);
    expect(readdirSync(join(place.path, "backups"))).toEqual([]);
    const again = ["backup", "--data", data, target];
    expect(await run(testedProgram, again, { cwd: place.path })).toMatchObject({ code: 0 });
  },
  timeoutMs,
);

test(
  "Ctrl-C ends a restore with 130, and leaves a directory that was missing missing, and an empty one empty",
  async () => {
    using place = new TemporaryDirectory();
    const backup = namedPipe(join(place.path, "backup.tar.gz"));
    const empty = join(place.path, "empty");
    await mkdir(empty);
    for (const directory of [join(place.path, "missing/data"), empty]) {
      const command = new OnTerminal(["restore", "--data", directory, backup]);
      await command.shows(/unpacking the backup, \d+ s/);
      expect(readdirSync(directory)).toContain("restore.partial");
      command.interruptByKey();
      expect((await command.ended()).code).toBe(interrupted);
    }
    expect(existsSync(join(place.path, "missing"))).toBe(false);
    expect(readdirSync(empty)).not.toContain("restore.partial");
    expect(readdirSync(empty)).not.toContain("gatehouse.db");
  },
  timeoutMs,
);

test(
  "Ctrl-C ends an import that reads its input with 130, and changes nothing",
  async () => {
    using place = new TemporaryDirectory();
    const data = await dataIn(place.path);
    const command = new OnTerminal(["import", "-", "--data", data]);
    command.write('{"features":{"search":{}}}\n');
    await command.shows(/reading the input, \d+ s/);
    command.interruptByKey();
    expect((await command.ended()).code).toBe(interrupted);
    const exported = await run(testedProgram, ["export", "--data", data], { cwd: place.path });
    expect(exported).toMatchObject({ code: 0, out: expect.not.stringContaining("search") });
  },
  timeoutMs,
);
