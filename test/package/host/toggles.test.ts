import { afterEach, expect, test } from "bun:test";
import { mountable } from "gatehouse-flags";
import { reset } from "gatehouse-flags/testing";

const toggles = mountable({ data: ":memory:" });
afterEach(() => reset(toggles));

test("a change is visible at once", async () => {
  const enabled = toggles.enable("search");
  expect(toggles.enabled("search")).toBe(true);
  expect(await enabled).toMatchObject({ key: "search", state: "on" });
});

test("a reset removed it", () => {
  expect(toggles.enabled("search")).toBe(false);
  expect(toggles.features()).toEqual([]);
});
