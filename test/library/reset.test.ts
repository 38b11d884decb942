import { expect, test } from "bun:test";
import { join } from "node:path";
import { mountable } from "gatehouse-flags";
import { reset } from "gatehouse-flags/testing";
import { TemporaryDirectory } from "../contract/temporary-directory.ts";

test("reset removes all features of its mount only, when the call returns", async () => {
  const toggles = mountable({ data: ":memory:" });
  const other = mountable({ data: ":memory:" });
  await Promise.all([toggles.enable("a"), toggles.enableActor("b", "User;1"), other.enable("a")]);
  const done = reset(toggles);
  expect(toggles.features()).toEqual([]);
  expect(toggles.enabled("a")).toBe(false);
  expect(other.enabled("a")).toBe(true);
  await done;
  await reset(toggles);
  await toggles.enable("a");
  expect(toggles.enabled("a")).toBe(true);
  await Promise.all([toggles.close(), other.close()]);
});

test("reset refuses a data directory, and removes nothing", async () => {
  using directory = new TemporaryDirectory();
  const toggles = mountable({ data: join(directory.path, "data") });
  await toggles.enable("a");
  expect(await reset(toggles).then(String, String)).toContain(":memory:");
  expect(toggles.enabled("a")).toBe(true);
  await toggles.close();
});
