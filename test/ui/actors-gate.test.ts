import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

const manyActors = 100_000;

describe("The editor of actors", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      const actors = Array.from({ length: manyActors }, (_, index) => `User;${100_000 + index}`);
      await server.api("POST", "/import", {
        version: 1,
        features: { crowd: { boolean: null, actors }, search: {}, other: { actors: ["User;1"] } },
      });
    },
  });

  const card = () =>
    suite.page
      .locator("section")
      .filter({ has: suite.page.getByRole("heading", { name: "Actors", exact: true }) });
  const addDialog = () => suite.page.getByRole("dialog", { name: "Add actors" });

  test("hundreds of pasted ids are added at once, each once", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await card().getByText("No actor.").waitFor();
    await page.getByRole("button", { name: "Add actors" }).click();
    const ids = Array.from({ length: 300 }, (_, index) => `User;${index}`);
    const pasted = `${ids.slice(0, 200).join("\n")}\n${ids.slice(150).join(", ")} "a, ""b"" c"`;
    await addDialog().getByLabel("Actor ids").fill(pasted);
    await addDialog().getByText("301 actors", { exact: true }).waitFor();
    expect((await gatesOf(server, "search")).actors).toEqual([]);
    await addDialog().getByRole("button", { name: "Add 301 actors" }).click();
    await page.getByText("301 actors are added.").waitFor();
    await addDialog().waitFor({ state: "detached" });
    const { actors, state } = await gatesOf(server, "search");
    expect(new Set(actors)).toEqual(new Set([...ids, 'a, "b" c']));
    expect(actors).toHaveLength(301);
    expect(state).toBe("conditional");
    expect((await gatesOf(server, "other")).actors).toEqual(["User;1"]);
  });

  test("an id that is too long is refused in the dialog, and nothing is added", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await page.getByRole("button", { name: "Add actors" }).click();
    await addDialog()
      .getByLabel("Actor ids")
      .fill(`User;1000\n${"x".repeat(1_025)}`);
    await addDialog().getByText("This id is longer than 1,024 characters").waitFor();
    expect(await addDialog().getByLabel("Actor ids").getAttribute("aria-invalid")).toBe("true");
    const add = addDialog().getByRole("button", { name: "Add 2 actors" });
    expect(await add.isDisabled()).toBe(true);
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Escape");
    await addDialog().waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).actors).toHaveLength(301);
  });

  test("several are selected and removed; the others stay", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await card().getByLabel("User;0", { exact: true }).check();
    await card().getByLabel("User;100", { exact: true }).check();
    await card().getByText("2 selected").waitFor();
    await card().getByRole("button", { name: "Remove 2 actors" }).click();
    await page.getByText("2 actors are removed.").waitFor();
    await card().getByLabel("User;0", { exact: true }).waitFor({ state: "detached" });
    const { actors } = await gatesOf(server, "search");
    expect(actors).toHaveLength(299);
    expect(actors).not.toContain("User;0");
    expect(actors).not.toContain("User;100");
    expect(actors).toContain("User;1");
  });

  test("of 100,000 those with a text are found, and those on the screen are rows", async () => {
    const { page, server } = suite;
    await suite.open("/features/crowd");
    await card().getByText("100,000", { exact: true }).waitFor();
    const rows = card().getByRole("checkbox");
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(40);
    await card().getByLabel("Filter actors").fill("User;15437");
    await card().getByText("10 contain the text").waitFor();
    expect(await rows.count()).toBe(10);
    await card().getByRole("button", { name: "Select all" }).click();
    await card().getByRole("button", { name: "Remove 10 actors" }).click();
    await page.getByText("10 actors are removed.").waitFor();
    await card().getByText("No actor contains this text.").waitFor();
    await card().getByText("99,990", { exact: true }).waitFor();
    const { actors } = await gatesOf(server, "crowd");
    expect(actors).toHaveLength(manyActors - 10);
    expect(actors.some((actor) => actor.includes("User;15437"))).toBe(false);
  });
});
