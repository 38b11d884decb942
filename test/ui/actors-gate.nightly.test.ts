import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { applyDraft, openGate, paste, reviewDraft, saveBar } from "./ui-browser.ts";
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

  const card = () => suite.page.getByRole("region", { name: "Actors", exact: true });
  const addDialog = () => suite.page.getByRole("dialog", { name: "Add actors" });

  test("thousands of pasted ids are added at once, each once", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await openGate(page, "Actors");
    await card().getByText("No actor.").waitFor();
    await page.getByRole("button", { name: "Add actors" }).click();
    const ids = Array.from({ length: 5_000 }, (_, index) => `User;${index}`);
    const pasted = `${ids.slice(0, 4_000).join("\n")}\n${ids.slice(3_500).join(", ")} "a, ""b"" c"`;
    await paste(page, addDialog().getByLabel("Actor ids"), pasted);
    await addDialog().getByText("5,001 actors", { exact: true }).waitFor();
    await addDialog().getByRole("button", { name: "Add 5,001 actors" }).click();
    await addDialog().waitFor({ state: "detached" });
    await card().getByText("5,001 to add").waitFor();
    expect((await gatesOf(server, "search")).actors).toEqual([]);
    const review = await reviewDraft(page);
    await review.getByText("User;0, User;1, User;2, 4,998 more added").waitFor();
    await applyDraft(page, "search");
    const { actors, state } = await gatesOf(server, "search");
    expect(new Set(actors)).toEqual(new Set([...ids, 'a, "b" c']));
    expect(actors).toHaveLength(5_001);
    expect(state).toBe("conditional");
    expect((await gatesOf(server, "other")).actors).toEqual(["User;1"]);
  });

  test("the review counts exactly what is new among many", async () => {
    const { page, server } = suite;
    await suite.open("/features/crowd");
    await openGate(page, "Actors");
    await page.getByRole("button", { name: "Add actors" }).click();
    await addDialog().getByLabel("Actor ids").fill("User;150000\nUser;150001\nNew;1");
    await addDialog().getByRole("button", { name: "Add 3 actors" }).click();
    await card().getByText("2 already there, 1 added").waitFor();
    const review = await reviewDraft(page);
    await review.getByText("2 already there, 1 added").waitFor();
    await review.getByText("100,000 actors stay").waitFor();
    await review.getByRole("button", { name: "Back" }).click();
    await saveBar(page).getByRole("button", { name: "Discard" }).click();
    expect((await gatesOf(server, "crowd")).actors).toHaveLength(manyActors);
  });

  test("the heading of a column is not added", async () => {
    const { page, server } = suite;
    await suite.open("/features/other");
    await openGate(page, "Actors");
    await page.getByRole("button", { name: "Add actors" }).click();
    await addDialog().getByLabel("Actor ids").fill("flipper_id\nUser;2\nUser;3");
    await addDialog().getByLabel("The first row is a heading: skip it").check();
    await addDialog().getByRole("button", { name: "Add 2 actors" }).click();
    await applyDraft(page, "other");
    expect((await gatesOf(server, "other")).actors).toEqual(["User;1", "User;2", "User;3"]);
  });

  test("more than 10,000 in one draft are refused in the dialog, not dropped", async () => {
    const { page } = suite;
    await suite.open("/features/other");
    await openGate(page, "Actors");
    const pasteFrom = async (from: number) => {
      await page.getByRole("button", { name: "Add actors" }).click();
      const ids = Array.from({ length: 6_000 }, (_, index) => `Guest;${from + index}`);
      await paste(page, addDialog().getByLabel("Actor ids"), ids.join("\n"));
    };
    await pasteFrom(0);
    await addDialog().getByRole("button", { name: "Add 6,000 actors" }).click();
    await card().getByText("6,000 to add").waitFor();
    await pasteFrom(6_000);
    await addDialog().getByText("At most 10,000 actors can be added in one step.").waitFor();
    expect(await addDialog().getByRole("button", { name: "Add 6,000 actors" }).isDisabled()).toBe(
      true,
    );
    await page.keyboard.press("Escape");
    await saveBar(page).getByRole("button", { name: "Discard" }).click();
  });

  test("an id that is too long is refused in the dialog, and nothing is added", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await openGate(page, "Actors");
    await page.getByRole("button", { name: "Add actors" }).click();
    await addDialog()
      .getByLabel("Actor ids")
      .fill(`User;9000\n${"x".repeat(1_025)}`);
    await addDialog().getByText("This id is longer than 1,024 characters").waitFor();
    expect(await addDialog().getByLabel("Actor ids").getAttribute("aria-invalid")).toBe("true");
    const add = addDialog().getByRole("button", { name: "Add 2 actors" });
    expect(await add.isDisabled()).toBe(true);
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Escape");
    await addDialog().waitFor({ state: "detached" });
    expect(await saveBar(page).count()).toBe(0);
    expect((await gatesOf(server, "search")).actors).toHaveLength(5_001);
  });

  test("several are selected and removed, one of them is kept after all; the others stay", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await openGate(page, "Actors");
    for (const id of ["User;0", "User;100", "User;1000"]) {
      await card().getByLabel(id, { exact: true }).check();
    }
    await card().getByText("3 selected").waitFor();
    await card().getByRole("button", { name: "Remove 3 actors" }).click();
    await page.locator(".gate-line:focus", { hasText: "Actors" }).waitFor();
    await card().getByLabel("User;0", { exact: true }).waitFor({ state: "detached" });
    await card().getByRole("button", { name: "Revert User;1000" }).click();
    await card().getByText("2 to remove", { exact: true }).waitFor();
    expect((await gatesOf(server, "search")).actors).toHaveLength(5_001);
    const review = await reviewDraft(page);
    await review.getByText("User;0, User;100", { exact: true }).waitFor();
    await review.getByText("4,999 actors stay").waitFor();
    await applyDraft(page, "search");
    const { actors } = await gatesOf(server, "search");
    expect(actors).toHaveLength(4_999);
    expect(actors).not.toContain("User;0");
    expect(actors).not.toContain("User;100");
    expect(actors).toContain("User;1000");
  });

  test("of 100,000 those with a text are found, and those on the screen are rows", async () => {
    const { page, server } = suite;
    await suite.open("/features/crowd");
    await openGate(page, "Actors");
    await card().getByText("100,000 actors", { exact: true }).waitFor();
    const rows = card().getByRole("checkbox");
    await rows.first().waitFor();
    expect(await rows.count()).toBeLessThan(40);
    await card().getByLabel("Filter actors").fill("User;15437");
    await card().getByText("10 contain the text").waitFor();
    expect(await rows.count()).toBe(10);
    await card().getByRole("button", { name: "Select all" }).click();
    await card().getByRole("button", { name: "Remove 10 actors" }).click();
    await rows.first().waitFor({ state: "detached" });
    await applyDraft(page, "crowd");
    await card().getByText("No actor contains this text.").waitFor();
    await card().getByText("99,990 actors", { exact: true }).waitFor();
    const { actors } = await gatesOf(server, "crowd");
    expect(actors).toHaveLength(manyActors - 10);
    expect(actors.some((actor) => actor.includes("User;15437"))).toBe(false);
  });
});
