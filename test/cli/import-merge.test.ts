import { expect, test } from "bun:test";
import { join } from "node:path";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";
import { startShell } from "./in-memory-shell.ts";

test("an import with --merge adds and overwrites features, and deletes none", async () => {
  using directory = new TemporaryDirectory();
  const { run } = await startShell(Date.now);
  const source = join(directory.path, "in.json");
  await run("feature", "create", "kept");
  await run("feature", "create", "changed");
  const before = await run("export");
  await Bun.write(source, '{"features":{"changed":{"boolean":"true"},"new":{}}}');
  const preview = await run("import", source, "--merge", "--dry-run");
  expect(preview.out).toEndWith(
    "the import would create 1, change 1, clear 0 and delete 0 in production; 0 would stay as they are\n",
  );
  expect(await run("export")).toEqual(before);
  expect(await run("import", source, "--merge")).toEqual({
    ...{ code: 0, err: "" },
    out: "imported 2 features into production\n",
  });
  expect((await run("export")).out).toMatch(/"changed":\{"boolean":"true".*"kept":.*"new":/);
});
