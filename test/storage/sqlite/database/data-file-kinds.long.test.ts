import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { mountable } from "gatehouse-flags";
import { dataFileNames } from "../../../../src/storage/sqlite/database/data-directory-check.ts";
import { openSqliteStorage } from "../../../../src/storage/sqlite/sqlite-storage.ts";
import { StorageError } from "../../../../src/storage/storage.ts";
import { directoryKey } from "../../../../src/webhooks/secrets/key-source.ts";
import { run, testedProgram } from "../../../contract/server-process.ts";
import { TemporaryDirectory } from "../../../contract/temporary-directory.ts";

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

describe("the key of a data directory", () => {
  const start = (directory: string) =>
    run(testedProgram, ["serve", "--port", "0", "--data", directory], { cwd: directory });

  test.each([0o644, 0o640, 0o602, 0o660])(
    "with the mode %o is refused in one line",
    async (mode) => {
      using directory = new TemporaryDirectory();
      const path = join(directory.path, "gatehouse.key");
      writeFileSync(path, `${Buffer.alloc(32, 1).toString("base64")}\n`);
      chmodSync(path, mode);
      const { code, err } = await start(directory.path);
      expect(code).toBe(2);
      expect(err).toContain(`${path}: other users may read or write the key (chmod 600`);
      expect(err.trim().split("\n")).toHaveLength(1);
      // Not mended in silence: others may have read it.
      expect(statSync(path).mode & 0o777).toBe(mode);
      expect(existsSync(join(directory.path, "gatehouse.db"))).toBe(false);
    },
  );

  test("that is a link, a pipe or a directory is refused, and no start waits", async () => {
    for (const make of [
      (path: string) => symlinkSync("/dev/null", path),
      (path: string) => void Bun.spawnSync(["mkfifo", "-m", "600", path]),
      (path: string) => void mkdirSync(path, { mode: 0o700 }),
    ]) {
      using directory = new TemporaryDirectory();
      make(join(directory.path, "gatehouse.key"));
      const { code, err } = await start(directory.path);
      expect([code, err]).toEqual([2, expect.stringContaining("gatehouse.key: ")]);
      expect(err.trim().split("\n")).toHaveLength(1);
    }
  });

  test.skipIf(process.geteuid?.() !== 0)("that root makes belongs to the directory's owner", () => {
    using directory = new TemporaryDirectory();
    chownSync(directory.path, 65_532, 65_532);
    directoryKey(directory.path).orNew();
    const { uid, mode } = statSync(join(directory.path, "gatehouse.key"));
    expect([uid, mode & 0o777]).toEqual([65_532, 0o600]);
  });

  test("is not read through a link or a pipe that replaced it later", () => {
    using directory = new TemporaryDirectory();
    const path = join(directory.path, "gatehouse.key");
    const key = directoryKey(directory.path).orNew();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(directoryKey(directory.path).existing()).toEqual(key);
    renameSync(path, `${path}.moved`);
    symlinkSync(`${path}.moved`, path);
    expect(() => directoryKey(directory.path).existing()).toThrow("ELOOP");
    rmSync(path);
    Bun.spawnSync(["mkfifo", "-m", "600", path]);
    expect(() => directoryKey(directory.path).existing()).toThrow("is no regular file");
  });
});
