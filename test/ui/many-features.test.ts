import { describe, expect, test } from "bun:test";
import { uiSuite } from "./ui-suite.ts";

describe("Changes of many features", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      for (let index = 0; index < 8; index++) {
        await server.api("POST", "/features", { name: `bulk_${index}` });
      }
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const bar = () => suite.page.getByRole("region", { name: "Selection" });
  const row = (key: string) => suite.page.getByRole("row").filter({ hasText: key });
  const selected = () =>
    suite.page.locator('[role=row][aria-selected="true"]').getByRole("link").allTextContents();

  async function openWithSelection(keys: readonly string[]): Promise<void> {
    await suite.open("/?sort=key");
    for (const key of keys) {
      await suite.page.getByRole("checkbox", { name: `Select ${key}` }).click();
    }
  }

  test("rows are selected by keys and clicks, one by one, in ranges, and all", async () => {
    const { page } = suite;
    await suite.open("/?sort=key");
    await row("bulk_0").waitFor();
    expect(await bar().count()).toBe(0);
    for (const key of ["j", "j", "x", "j", "j", "X"]) {
      await page.keyboard.press(key);
    }
    expect(await selected()).toEqual(["bulk_1", "bulk_2", "bulk_3"]);
    await bar().getByText("3 selected").waitFor();
    await page.getByRole("checkbox", { name: "Select bulk_6" }).click({ modifiers: ["Shift"] });
    expect((await selected()).length).toBe(6);
    await page.getByRole("checkbox", { name: "Select bulk_2" }).click();
    await bar().getByText("5 selected").waitFor();
    await page.getByRole("searchbox").fill("bulk_0");
    await bar().getByText("5 hidden by the filters").waitFor();
    await page.getByRole("searchbox").fill("");
    await bar().getByRole("button", { name: "Select all 8" }).click();
    await bar().getByText("8 selected").waitFor();
    await page.keyboard.press("Escape");
    await bar().waitFor({ state: "detached" });
    await page.keyboard.press("Control+a");
    await bar().getByText("8 selected").waitFor();
    await bar().getByRole("button", { name: "Clear the selection" }).click();
    await page.locator("[role=grid]:focus").waitFor();
    // In a field Ctrl A selects the text.
    await page.getByRole("searchbox").focus();
    await page.keyboard.press("Control+a");
    expect(await bar().count()).toBe(0);
  });

  test("tags are added with exact numbers, and undone", async () => {
    const { page } = suite;
    await openWithSelection(["bulk_1", "bulk_2", "bulk_3"]);
    await bar().getByRole("button", { name: "Tag" }).click();
    const dialog = page.getByRole("dialog", { name: "Tag 3 features" });
    await dialog.getByText("Choose a change.").waitFor();
    await dialog.getByLabel("Add tags").fill("q4, web");
    await dialog.getByText("3 features change.").waitFor();
    await dialog.getByRole("button", { name: "Save the tags" }).click();
    await page.getByText("3 of 3 tagged, as one step.").waitFor();
    await bar().waitFor({ state: "detached" });
    const border = () =>
      page.evaluate(
        "getComputedStyle(document.querySelector('[data-key=bulk_2] .tag')).borderTopColor",
      );
    await row("bulk_2").locator(".tag").first().waitFor();
    const unselected: unknown = await border();
    await page.getByRole("checkbox", { name: "Select bulk_2" }).click();
    expect(await border()).not.toBe(unselected);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("3 features are as before.").waitFor();
    await row("bulk_2").getByText("q4").waitFor({ state: "detached" });
  });

  test("a percentage in Production asks for the number, and one undo reverts all", async () => {
    const { page, server } = suite;
    await openWithSelection(["bulk_4", "bulk_5"]);
    await bar().getByRole("button", { name: "Set…" }).click();
    const dialog = page.getByRole("dialog", { name: "Set 2 features" });
    await dialog.getByRole("button", { name: "Percentage" }).click();
    await dialog.getByRole("spinbutton", { name: "Percentage of actors" }).fill("80");
    const apply = dialog.getByRole("button", { name: "Apply" });
    await dialog.getByLabel("Type 2 to confirm").fill("3");
    expect(await apply.isDisabled()).toBe(true);
    await dialog.getByLabel("Type 2 to confirm").fill("2");
    await apply.click();
    await row("bulk_4").getByText("80% of actors").waitFor();
    await page.getByText("2 of 2 set, as one step.").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    const question = page.getByRole("dialog", { name: "This change affects many actors" });
    await question.getByLabel("Type 2 to confirm").fill("2");
    await question.getByRole("button", { name: "Change it" }).click();
    await row("bulk_4").getByText("nobody").waitFor();
    await suite.open("/audits");
    const undone = page.getByRole("listitem").filter({ hasText: "Undone" }).first();
    await undone.getByRole("button", { name: "Undo", exact: true }).click();
    const dialogOfUndo = page.getByRole("dialog", { name: /^Undo: / });
    await dialogOfUndo.getByLabel("Type 2 to confirm").fill("2");
    await dialogOfUndo.getByRole("button", { name: "Cancel" }).click();
    expect(await server.api("GET", "/features/bulk_5")).toMatchObject({ state: "off" });
  });

  test("outside Production a key switches a feature immediately, and Ctrl Z takes it back", async () => {
    const { page } = suite;
    await suite.open("/?env=staging&sort=key");
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    await row("bulk_0").getByText("everyone").waitFor();
    expect(await page.getByRole("dialog", { name: /^Enable/ }).count()).toBe(0);
    await page.getByText("bulk_0 is enabled for everyone.").waitFor();
    await page.keyboard.press("Control+z");
    await row("bulk_0").getByText("nobody").waitFor();
  });

  test("features that are deleted before the change are named", async () => {
    const { page, server } = suite;
    await openWithSelection(["bulk_6", "bulk_7"]);
    await bar().getByRole("button", { name: "Owner" }).click();
    const dialog = page.getByRole("dialog", { name: "Set the owner of 2 features" });
    await dialog.getByLabel("Owner").selectOption("Owner");
    await dialog.getByText("2 features change.").waitFor();
    await server.api("DELETE", "/features/bulk_7");
    await dialog.getByText("1 no longer exists.").waitFor();
    await dialog.getByRole("button", { name: "Set the owner" }).click();
    await page
      .getByText("The owner of 1 of 2 is set, as one step. 1 was deleted before: bulk_7")
      .waitFor();
  });

  test("gates are copied to another environment, with progress while that takes long", async () => {
    const { page } = suite;
    await openWithSelection(["bulk_1", "bulk_2"]);
    await bar().getByRole("button", { name: "Copy to…" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the gates of 2 features" });
    await dialog.getByLabel("To the environment").selectOption("Staging");
    const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route("**/bulk", async (route) => {
      await seen;
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Copy the gates" }).click();
    await dialog.getByRole("status").getByText("Changing 2 features…").waitFor();
    goOn();
    await dialog.waitFor({ state: "detached" });
    await page.unroute("**/bulk");
    await page.getByText(/gates of . of 2 are copied/).waitFor();
  });

  test("a deletion asks for the number, and the rows disappear", async () => {
    const { page } = suite;
    await openWithSelection(["bulk_1", "bulk_2"]);
    await bar().getByRole("button", { name: "Delete…" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 2 features?" });
    await dialog.getByText("2 features are deleted.").waitFor();
    await dialog.getByLabel("Type 2 to confirm").fill("2");
    await dialog.getByRole("button", { name: "Delete" }).click();
    await page.getByText("2 of 2 deleted, as one step.").waitFor();
    await row("bulk_1").waitFor({ state: "detached" });
    await page.locator("[role=grid]:focus").waitFor();
  });
});
