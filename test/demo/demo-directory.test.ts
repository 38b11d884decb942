import { expect, test } from "bun:test";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { createDemoDirectory, removeDemoDirectory } from "../../src/demo/demo-directory.ts";
import { lockDirectory } from "../../src/storage/sqlite/database/sqlite-database.ts";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

function withDatabase(path: string): string {
  mkdirSync(path, { mode: 0o700 });
  writeFileSync(join(path, "gatehouse.db"), "");
  return path;
}

test("a start deletes what a killed demo left, and nothing else", () => {
  using parent = new TemporaryDirectory();
  const left = withDatabase(join(parent.path, "gatehouse-demo-left"));
  const used = withDatabase(join(parent.path, "gatehouse-demo-used"));
  const other = withDatabase(join(parent.path, "gatehouse-other"));
  const empty = join(parent.path, "gatehouse-demo-empty");
  mkdirSync(empty);
  symlinkSync(other, join(parent.path, "gatehouse-demo-link"));
  const lock = lockDirectory(used);
  const created = createDemoDirectory(parent.path);
  expect(basename(created)).toStartWith("gatehouse-demo-");
  expect([left, used, other, empty, created].map((path) => existsSync(path))).toEqual([
    ...[false, true, true, true, true],
  ]);
  expect(existsSync(join(other, "gatehouse.db"))).toBe(true);
  lock.release();
  removeDemoDirectory(created);
  expect(existsSync(created)).toBe(false);
});
