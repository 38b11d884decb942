import { expect, test } from "bun:test";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileStore } from "../../../src/client/file/file-store.ts";
import { TemporaryDirectory } from "../../contract/temporary-directory.ts";

test("a text that was saved is loaded, and the last one counts", async () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "list.json");
  const store = fileStore(path);
  expect(await store.load()).toBeNull();
  await store.save("first, and longer");
  await store.save("second 🎉");
  expect(await fileStore(path).load()).toBe("second 🎉");
  expect(await readdir(directory.path)).toEqual(["list.json"]);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("texts that are saved at once leave one of them, whole", async () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "list.json");
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(100_000));
  await Promise.all(texts.map((text) => fileStore(path).save(text)));
  expect(texts).toContain((await fileStore(path).load()) ?? "");
  expect(await readdir(directory.path)).toEqual(["list.json"]);
});

test("a store that cannot be written or read rejects, and leaves no other file", async () => {
  using directory = new TemporaryDirectory();
  const path = join(directory.path, "list.json");
  await mkdir(path);
  await mkdir(join(path, "occupied"));
  await expect(Promise.resolve(fileStore(path).load())).rejects.toThrow("EISDIR");
  await expect(Promise.resolve(fileStore(path).save("text"))).rejects.toThrow();
  expect(await readdir(directory.path)).toEqual(["list.json"]);
  const missing = fileStore(join(directory.path, "missing", "list.json"));
  expect(await missing.load()).toBeNull();
  await expect(Promise.resolve(missing.save("text"))).rejects.toThrow("ENOENT");
});
