import { describe, expect, test } from "bun:test";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { mountable } from "gatehouse-flags";
import { dataFileNames } from "../../src/sqlite/data-directory-check.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../src/storage/storage.ts";
import { run, testedProgram } from "../contract/server-process.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

describe("a symbolic link in the place of", () => {
  test.each(dataFileNames.map((name) => [name] as const))("%s is refused", async (name) => {
    using directory = new TemporaryDirectory();
    const data = join(directory.path, "data");
    const target = join(directory.path, "target");
    mkdirSync(data);
    writeFileSync(target, "of another", { mode: 0o644 });
    symlinkSync(target, join(data, name));
    const refusal = new StorageError(
      `${join(data, name)}: a symbolic link in place of a file of Gatehouse is refused`,
    );
    await expect(openSqliteStorage(data)).rejects.toThrow(refusal);
    expect(() => mountable({ data })).toThrow(refusal);
    expect(readdirSync(data)).toEqual([name]);
    expect(statSync(target).mode & 0o777).toBe(0o644);
    rmSync(target);
    // A link that leads nowhere would create the file there.
    await expect(openSqliteStorage(data)).rejects.toThrow(refusal);
    expect(existsSync(target)).toBe(false);
  });
});

// A start that opened it would wait for a writer for ever.
test.each(dataFileNames.map((name) => [name] as const))(
  "a pipe in the place of %s is refused",
  async (name) => {
    using directory = new TemporaryDirectory();
    const path = join(directory.path, name);
    expect(Bun.spawnSync(["mkfifo", path]).exitCode).toBe(0);
    const refusal = `${path}: a pipe or a device in place of a file of Gatehouse is refused`;
    await expect(openSqliteStorage(directory.path)).rejects.toThrow(new StorageError(refusal));
    expect(readdirSync(directory.path)).toEqual([name]);
  },
);

test("a start with a pipe in the place of the recorded mode ends, and does not wait", async () => {
  using directory = new TemporaryDirectory();
  expect(Bun.spawnSync(["mkfifo", join(directory.path, "gatehouse.mode")]).exitCode).toBe(0);
  const words = ["serve", "--port", "0", "--data", directory.path];
  const ended = await run(testedProgram, words, { cwd: directory.path });
  expect(ended).toMatchObject({ code: 2, out: "", err: expect.stringContaining("gatehouse.mode") });
});

test("a link to the data directory itself is followed", async () => {
  using directory = new TemporaryDirectory();
  mkdirSync(join(directory.path, "data"));
  symlinkSync("data", join(directory.path, "link"));
  const { storage } = await openSqliteStorage(join(directory.path, "link"));
  await storage.close();
  expect(readdirSync(join(directory.path, "data"))).toContain("gatehouse.db");
});
