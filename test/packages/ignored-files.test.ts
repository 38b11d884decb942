import { expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");

/** Returns those of the paths that git leaves out of commits. */
function ignored(paths: readonly string[]): readonly string[] {
  const { stdout } = Bun.spawnSync(["git", "check-ignore", "--no-index", ...paths], { cwd: root });
  return stdout.toString().split("\n").filter(Boolean);
}

test("data and keys that a first try leaves in the repository are not committed", () => {
  const left = ["data/gatehouse.db", "data/first-start.txt", "gatehouse.key", "gatehouse.crt"];
  expect(ignored([...left, "packaging/other.key"])).toEqual([...left, "packaging/other.key"]);
  expect(ignored(["README.md", "src/config/config.ts", "docs/openapi.json"])).toEqual([]);
});
