import { describe, expect, test } from "bun:test";
import { uiSuite } from "./ui-suite.ts";

describe("The list is where it was left, and the focus where it was", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      const features = Object.fromEntries(
        Array.from({ length: 300 }, (_, index) => [`bulk_${String(index).padStart(3, "0")}`, {}]),
      );
      await server.api("POST", "/import", { version: 1, features });
    },
  });

  const grid = () => suite.page.getByRole("grid");
  const shown = () => suite.page.locator('[role=row][aria-selected="true"]');
  const scrollTop = async () => Number(await grid().evaluate((element) => element.scrollTop));

  test("keys act on the row that is shown as chosen, and on none before", async () => {
    const { page } = suite;
    await suite.open("/");
    await page.getByRole("row").filter({ hasText: "bulk_000" }).waitFor();
    expect(await shown().count()).toBe(0);
    await page.keyboard.press("e");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("j");
    await shown().getByText("bulk_000").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await shown().getByText("bulk_001").waitFor();
    const look: unknown = await shown().evaluate("(row) => getComputedStyle(row).boxShadow");
    expect(look).not.toBe("none");
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: "Enable bulk_001 for everyone?" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.locator("[role=grid]:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "bulk_001", level: 1 }).waitFor();
  });

  test("the browser's back, the breadcrumb and a deletion return to the filters and the position", async () => {
    const { page } = suite;
    await suite.open("/?sort=-key");
    await page.getByRole("row").filter({ hasText: "bulk_299" }).waitFor();
    const leave = async (key: string) => {
      await grid().evaluate((element) => element.scrollTo(0, 5_300));
      await page.getByRole("link", { name: key, exact: true }).click();
      await page.getByRole("heading", { name: key, level: 1 }).waitFor();
    };
    const isBack = async () => {
      await page.waitForURL("**/?sort=-key");
      await grid().waitFor();
      expect(await scrollTop()).toBe(5_300);
    };
    await leave("bulk_195");
    await page.goBack();
    await isBack();
    await leave("bulk_196");
    await page.getByRole("navigation", { name: "All features" }).getByRole("link").click();
    await isBack();
    await leave("bulk_194");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete the feature" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("bulk_194");
    await page.getByRole("dialog").getByRole("button", { name: "Delete the feature" }).click();
    await page.getByText("bulk_194 is deleted.").waitFor();
    await isBack();
    // Another list begins at its top.
    await suite.page.getByRole("button", { name: "Sort by Feature" }).click();
    await suite.open("/?show=off");
    expect(await scrollTop()).toBe(0);
  });

  test("a link that is shown once stays until it is copied, and the focus returns to its opener", async () => {
    const { page } = suite;
    await suite.open("/settings/members");
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "One-time link" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.click(5, 5);
    expect(await dialog.locator("pre").textContent()).toContain("/set-up#");
    expect(await dialog.getByRole("button", { name: "Close" }).count()).toBe(0);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("button:focus").getByText("Add a member").waitFor();
  });

  test("a token that is shown once stays until it is copied", async () => {
    const { page } = suite;
    await suite.open("/environments/details");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByText("over OFREP (OpenFeature)").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("web");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the token now" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await dialog.waitFor({ state: "detached" });
  });
});
