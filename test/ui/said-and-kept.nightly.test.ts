import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { applyDraft, confirmNoticed, openGate, reviewDraft } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("What is done is said, and what is typed is kept", () => {
  const suite = uiSuite({
    expectedErrors: ["409", "422"],
    prepare: async (server) => {
      for (const name of ["search", "other"]) {
        await server.api("POST", "/features", { name });
      }
      await server.api("POST", "/features/search/groups", { name: "staff" });
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const percentage = () =>
    suite.page.getByRole("spinbutton", { name: "Percentage of actors", exact: true });
  const toasts = (text: string) => suite.page.locator(".toast").filter({ hasText: text });
  const set = async (value: string) => {
    await percentage().fill(value);
    await applyDraft(suite.page, "search");
  };

  test("an applied percentage is said, and its undo returns to the one before, once", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    const gate = await openGate(page, "Percentage of actors");
    await set("12");
    const toast = toasts("12% of actors in Production");
    await toast.getByText("Ctrl Z").waitFor();
    await toast.getByRole("button", { name: "Undo" }).click();
    const dialog = page.getByRole("dialog", { name: "This change affects many actors" });
    // A cancelled undo can be chosen again.
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "search", level: 1 }).focus();
    await page.keyboard.press("Control+z");
    await confirmNoticed(page, "search");
    await gate.locator(".gate-value").getByText("0%", { exact: true }).waitFor();
    await toasts("Undone.").waitFor();
    await toast.waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(0);
    expect((await gatesOf(server, "search")).groups).toEqual(["staff"]);
    // The undo is the last step now: Ctrl Z reverts it, and nothing before it.
    await page.keyboard.press("Control+z");
    await gate.locator(".gate-value").getByText("12%", { exact: true }).waitFor();
    expect((await gatesOf(server, "search")).groups).toEqual(["staff"]);
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 0 });
  });

  test("of a spreadsheet the first column is added, and adding it again says that all were there", async () => {
    const { page, server } = suite;
    await suite.open("/features/other");
    const gate = await openGate(page, "Actors");
    const dialog = page.getByRole("dialog", { name: "Add actors" });
    const rows = Array.from({ length: 20 }, (_, index) => `User;${index}\tAnn ${index}\tpro`);
    const paste = async () => {
      await page.getByRole("button", { name: "Add actors" }).click();
      await dialog.getByLabel("Actor ids").fill(["Id\tName\tPlan", ...rows].join("\n"));
      await dialog.getByText("Only the first of 3 columns is added.").waitFor();
      await dialog.getByText("First: Id · User;0").waitFor();
      await dialog.getByLabel("The first row is a heading: skip it").check();
      await dialog.getByText("First: User;0").waitFor();
      await dialog.getByRole("button", { name: "Add 20 actors" }).click();
      await dialog.waitFor({ state: "detached" });
    };
    await paste();
    await applyDraft(page, "other");
    await toasts("20 actors in Production").waitFor();
    const { actors } = await gatesOf(server, "other");
    expect(actors).toHaveLength(20);
    expect(actors).not.toContain("Id");
    await paste();
    await gate.getByText("20 already there, 0 added").waitFor();
    const review = await reviewDraft(page);
    await review.getByText("20 already there, 0 added").waitFor();
    await review.getByText("20 actors stay").waitFor();
    await applyDraft(page, "other");
    expect((await gatesOf(server, "other")).actors).toHaveLength(20);
  });

  test("a bulk step is one row with its number in the history, and opens page by page", async () => {
    const { page } = suite;
    const row = page.getByRole("listitem").filter({ hasText: "20 actors added" });
    await suite.open("/features/other");
    await row.waitFor();
    expect(await page.getByText("Actor User;3 added").count()).toBe(0);
    await row.getByRole("button", { name: "20 actors added" }).click();
    await row.getByText("and 17 more").waitFor();
    expect(await row.getByRole("button", { name: "Undo", exact: true }).count()).toBe(1);
    await suite.open("/audits");
    await row.getByRole("link", { name: "other" }).waitFor();
    expect(await row.count()).toBe(1);
  });

  test("the removal of a used group lists its features; an unused one asks first", async () => {
    const { page, server } = suite;
    await suite.open("/settings/groups");
    await page.getByRole("button", { name: "Remove staff" }).click();
    const used = page.getByRole("dialog", { name: "staff is used by 1 feature" });
    await used.getByRole("link", { name: "search" }).waitFor();
    await used.getByRole("button", { name: "Cancel" }).click();
    await used.waitFor({ state: "detached" });
    await page.getByLabel("Group name").fill("nobody");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Remove nobody" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove nobody?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove nobody" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("nobody is removed.").waitFor();
    await page.getByRole("button", { name: "Remove nobody" }).waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).groups).toEqual(["staff"]);
  });
});
