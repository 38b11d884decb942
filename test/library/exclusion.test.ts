import { expect, test } from "bun:test";
import { join } from "node:path";
import { mountable } from "gatehouse-flags";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

test("two mounts of one host exclude each other, under any name of the directory", async () => {
  using directory = new TemporaryDirectory();
  const data = join(directory.path, "data");
  const first = mountable({ data });
  expect(() => mountable({ data })).toThrow(/in use/);
  expect(() => mountable({ data: join(data, "..", "data") })).toThrow(/in use/);
  await first.enable("search");
  expect(first.enabled("search")).toBe(true);
  await first.close();
});
