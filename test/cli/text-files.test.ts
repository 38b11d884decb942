import { describe, expect, test } from "bun:test";
import { lstatSync, readdirSync, statSync } from "node:fs";
import { chmod, mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { writeTextFile } from "../../src/cli/output/text-files.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { canMount, SmallDisk } from "../faults/small-disk.ts";

const mode = (path: string) => statSync(path).mode & 0o777;

describe("a file is written", () => {
  test("new, and in the place of an existing one, which keeps its mode", async () => {
    using place = new TemporaryDirectory();
    const path = join(place.path, "a.json");
    await writeTextFile(path, "first");
    await chmod(path, 0o640);
    await writeTextFile(path, "second");
    expect(await Bun.file(path).text()).toBe("second");
    expect([mode(path), readdirSync(place.path)]).toEqual([0o640, ["a.json"]]);
  });

  test("through a link, which stays a link", async () => {
    using place = new TemporaryDirectory();
    await mkdir(join(place.path, "there"));
    const target = join(place.path, "there/a.json");
    await Bun.write(target, "old");
    const link = join(place.path, "link.json");
    await symlink(target, link);
    await writeTextFile(link, "new");
    expect([lstatSync(link).isSymbolicLink(), await Bun.file(target).text()]).toEqual([
      true,
      "new",
    ]);
    expect(readdirSync(join(place.path, "there"))).toEqual(["a.json"]);
  });

  test("to a device as it is", async () => {
    await writeTextFile("/dev/null", "text");
    expect(statSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});

test("a signal while it writes leaves the existing file whole, and nothing beside it", async () => {
  using place = new TemporaryDirectory();
  const path = join(place.path, "a.json");
  await Bun.write(path, "old");
  const undos: (() => void)[] = [];
  const written = writeTextFile(path, "x".repeat(64 * 1024 * 1024), (undo) => {
    undos.push(undo);
    return { [Symbol.dispose]: () => undefined };
  }).then(
    () => "written",
    () => "failed",
  );
  while (readdirSync(place.path).length === 1) {
    await Bun.sleep(0);
  }
  expect(readdirSync(place.path).toSorted()).toEqual([
    expect.stringMatching(/^\.gatehouse-.*\.partial$/),
    "a.json",
  ]);
  for (const undo of undos) {
    undo();
  }
  expect(readdirSync(place.path)).toEqual(["a.json"]);
  // In a process this would be its end; here the file is not there to be renamed.
  expect(await written).toBe("failed");
  expect([await Bun.file(path).text(), readdirSync(place.path)]).toEqual(["old", ["a.json"]]);
});

test.skipIf(!canMount)(
  "a full disk leaves an existing file whole, and nothing beside it",
  async () => {
    using disk = SmallDisk.mount("1m");
    const path = join(disk.path, "a.json");
    await writeTextFile(path, "old");
    const tooMuch = "x".repeat(2 * 1024 * 1024);
    await expect(writeTextFile(path, tooMuch)).rejects.toThrow(
      `"${path}" cannot be written: the disk is full`,
    );
    await expect(writeTextFile(join(disk.path, "b.json"), tooMuch)).rejects.toThrow(
      "the disk is full",
    );
    expect([await Bun.file(path).text(), readdirSync(disk.path)]).toEqual(["old", ["a.json"]]);
  },
);

test("a directory that is missing or cannot be written is named with the reason", async () => {
  using place = new TemporaryDirectory();
  const path = join(place.path, "none/a.json");
  await expect(writeTextFile(path, "text")).rejects.toThrow(
    `"${path}" cannot be written: no such file or directory`,
  );
  await expect(writeTextFile(place.path, "text")).rejects.toThrow("it is a directory");
});
