import { expect, test } from "bun:test";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

const root = join(import.meta.dir, "../..");

test("without what `bun install` builds, the tests end with one line that says what to run", async () => {
  using clone = new TemporaryDirectory();
  const at = (name: string) => join(clone.path, name);
  await mkdir(at("test"));
  for (const name of ["bunfig.toml", "test/packs-are-built.ts", "test/fewer-collections.ts"]) {
    await copyFile(join(root, name), at(name));
  }
  await Bun.write(
    at("test/one.test.ts"),
    'import { test } from "bun:test"; test("one", () => {});',
  );
  const run = async () => {
    const child = Bun.spawn([process.execPath, "test"], {
      cwd: clone.path,
      env: { PATH: "" },
      stdout: "ignore",
      stderr: "pipe",
    });
    return { err: await child.stderr.text(), code: await child.exited };
  };
  const without = await run();
  expect(without.code).toBe(1);
  expect(without.err).toContain('build/ui.pack is missing: run "bun install" before the tests\n');
  await Bun.write(at("build/ui.pack"), "");
  await Bun.write(at("build/docs.pack"), "");
  const complete = await run();
  expect(complete.code).toBe(0);
  expect(complete.err).toContain(" 1 pass\n");
});
