import { describe, expect, test } from "bun:test";
import { createLifelikeData } from "./lifelike-data.ts";
import { accessibilityProblems, settled, sidewaysScroll } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("The list of features for everyone", () => {
  const suite = uiSuite({ prepare: createLifelikeData });

  test("axe finds nothing with a selection, a filter, a menu and a dialog", async () => {
    const { page } = suite;
    await suite.open("/?tag=web,api&sort=key");
    for (const key of ["j", "x", "j", "x"]) {
      await page.keyboard.press(key);
    }
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page, colorScheme)).toEqual([]);
      await page.keyboard.press("f");
      await page.getByRole("menuitem", { name: "Tag" }).click();
      await page.getByRole("menuitemcheckbox", { name: "web" }).waitFor();
      // A menu is outside of all landmarks.
      const problems = await accessibilityProblems(page, colorScheme);
      expect(problems.filter((problem) => !problem.startsWith("region:"))).toEqual([]);
      await page.keyboard.press("Escape");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Delete…" }).click();
      await page.getByLabel("Type 2 to confirm").waitFor();
      expect(await accessibilityProblems(page, colorScheme)).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("region", { name: "Selection" }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await suite.open("/?q=serch");
    await page.getByText("No feature matches “serch”").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 860 });
  }, 180_000);

  test("a viewer sees values, and nothing to change them", async () => {
    const { page, browser } = suite;
    await suite.open("/settings/members");
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByLabel("E-mail").fill("viewer@example.com");
    await page.getByLabel("Role", { exact: true }).selectOption("viewer");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "One-time link" });
    const link = await dialog.locator("pre").textContent();

    const viewer = await browser.open();
    await viewer.goto(link ?? "");
    await viewer.getByLabel("New password").fill("a viewer's long password");
    await viewer.getByRole("button", { name: "Set password" }).click();
    await viewer.getByRole("row").filter({ hasText: "checkout_redesign" }).waitFor();
    await settled(viewer);
    const main = viewer.getByRole("main");
    await main.getByText("You can look, not change.").waitFor();
    for (const key of ["j", "x", "X", "e", "n", "Control+a"]) {
      await viewer.keyboard.press(key);
    }
    expect(await main.getByRole("checkbox").count()).toBe(0);
    expect(await main.getByRole("switch").count()).toBe(0);
    expect(await viewer.getByRole("region", { name: "Selection" }).count()).toBe(0);
    expect(await viewer.getByRole("dialog").count()).toBe(0);
    expect(await main.getByRole("button", { name: "New feature" }).count()).toBe(0);
    expect(await accessibilityProblems(viewer)).toEqual([]);
  });
});
