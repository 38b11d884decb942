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
  const shown = () => suite.page.locator("[role=row][data-cursor]");
  const scrollTop = async () => Number(await grid().evaluate((element) => element.scrollTop));

  test("keys act on the row that is shown as chosen, and on none before", async () => {
    const { page } = suite;
    await suite.open("/?sort=key");
    await page.getByRole("row").filter({ hasText: "bulk_000" }).waitFor();
    expect(await shown().count()).toBe(0);
    await page.keyboard.press("e");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.keyboard.press("j");
    await shown().getByText("bulk_000").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("k");
    await shown().getByText("bulk_001").waitFor();
    const look: unknown = await page.evaluate(
      "getComputedStyle(document.querySelector('[role=row][data-cursor]')).boxShadow",
    );
    expect(look).toStartWith("oklch");
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: "Enable bulk_001 for everyone?" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.locator("[role=grid]:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "bulk_001", level: 1 }).waitFor();
  });

  test("the search leads into the list, and Escape in the list keeps the focus there", async () => {
    const { page } = suite;
    const searches = [
      { typed: "19", key: "ArrowDown", first: "bulk_019" },
      { typed: "27", key: "Enter", first: "bulk_027" },
    ] as const;
    for (const { typed, key, first } of searches) {
      await suite.open("/?sort=key");
      await page.getByRole("row").filter({ hasText: "bulk_000" }).waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type(typed);
      await page.keyboard.press(key);
      await page.locator("[role=grid]:focus").waitFor();
      await shown().getByText(first).waitFor();
      await page.keyboard.press("Escape");
      await shown().waitFor({ state: "detached" });
      await page.locator("[role=grid]:focus").waitFor();
    }
  });

  test("a search stays in the list's address if its feature is opened immediately", async () => {
    const { page } = suite;
    await suite.open("/?sort=key");
    await page.getByRole("row").filter({ hasText: "bulk_000" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("27");
    await page.keyboard.press("ArrowDown");
    await shown().getByText("bulk_027").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "bulk_027", level: 1 }).waitFor();
    await page.goBack();
    await shown().getByText("bulk_027").waitFor();
    expect(await page.getByRole("searchbox").inputValue()).toBe("27");
  });

  test("a click on a row opens its feature, except after selecting a text", async () => {
    const { page } = suite;
    await suite.open("/?sort=key");
    const words = page.getByRole("row").filter({ hasText: "bulk_002" }).getByText("nobody");
    await words.dblclick({ delay: 20 }).catch(() => undefined);
    await page.getByRole("heading", { name: "bulk_002", level: 1 }).waitFor();
    await page.goBack();
    await words.waitFor();
    await page.evaluate(`(() => {
      const element = document.querySelector("[data-key=bulk_002] .cell-words");
      getSelection().selectAllChildren(element);
      element.click();
    })()`);
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("the browser's back, the breadcrumb and a deletion return to the filters, the position and the row", async () => {
    const { page } = suite;
    await suite.open("/?sort=-key");
    await page.getByRole("row").filter({ hasText: "bulk_299" }).waitFor();
    const leave = async (key: string) => {
      await grid().evaluate((element) => element.scrollTo(0, 3_400));
      await page.getByRole("link", { name: key, exact: true }).click();
      await page.getByRole("heading", { name: key, level: 1 }).waitFor();
    };
    const isBack = async (key: string) => {
      await grid().waitFor();
      expect(new URL(page.url()).search).toContain("?sort=-key");
      expect(await scrollTop()).toBe(3_400);
      await shown().getByText(key).waitFor();
    };
    await leave("bulk_195");
    await page.goBack();
    await isBack("bulk_195");
    await leave("bulk_196");
    await page.getByRole("navigation", { name: "All features" }).getByRole("link").click();
    await isBack("bulk_196");
    await leave("bulk_194");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete the feature" }).click();
    await page.getByRole("dialog").getByRole("textbox").fill("bulk_194");
    await page.getByRole("dialog").getByRole("button", { name: "Delete the feature" }).click();
    await page.getByText("bulk_194 is deleted.").waitFor();
    await isBack("bulk_193");
    // A link to a row shows the row.
    await suite.open("/?sort=-key&at=bulk_040");
    await shown().getByText("bulk_040").waitFor();
    // Another list begins at its top.
    await suite.open("/?state=off");
    expect(await scrollTop()).toBe(0);
  });

  test("a link that is shown once stays until it is copied, and the focus goes to the new member", async () => {
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
    await page.locator("li").filter({ hasText: "ada@example.com" }).waitFor();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("li:has(:focus)").filter({ hasText: "ada@example.com" }).waitFor();
  });

  test("a token that is shown once stays until it is copied", async () => {
    const { page } = suite;
    await suite.open("/environments/details");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByText("Evaluate: for OFREP and web pages").waitFor();
    await page.getByLabel("Name", { exact: true }).fill("web");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the token now" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await dialog.waitFor({ state: "detached" });
  });
});
