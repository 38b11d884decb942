import { describe, expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { isFirefoxMissing } from "./browser-programs.ts";
import { gatesOf } from "./feature-gates.ts";
import { openGate, reviewDraft, saveBar, sidewaysScroll, signOut } from "./ui-browser.ts";
import { ownerEmail, ownerPassword } from "./ui-server.ts";
import { uiSuite } from "./ui-suite.ts";

const phonePaths = [
  "/",
  "/features/search",
  "/actors/User%3B42",
  "/audits",
  "/compare?a=1&b=2",
  "/telemetry",
  "/environments/details",
  "/get-started",
  "/settings/account",
  "/settings/webhooks",
] as const;

describe.skipIf(isFirefoxMissing)("In Firefox", () => {
  const suite = uiSuite({
    browser: "firefox",
    // Before the sign-in.
    expectedErrors: ["401"],
    prepare: async (server) => {
      for (const name of ["coupon", "search", "reports"]) {
        await server.api("POST", "/features", { name });
      }
      await server.api("POST", "/features/reports/actors", { flipper_id: "User;42" });
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const heading = (name: string) =>
    suite.page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
  const row = (text: string) => suite.page.getByRole("row").filter({ hasText: text });

  /** Types as a person does: Playwright's `fill` does not reach React in this browser. */
  async function type(field: Locator, text: string): Promise<void> {
    await field.click();
    await suite.page.keyboard.press("ControlOrMeta+a");
    await suite.page.keyboard.type(text);
  }

  test("a person signs out and in again", async () => {
    const { page } = suite;
    await signOut(page);
    await type(page.getByLabel("E-mail"), ownerEmail);
    await page.keyboard.press("Tab");
    await page.keyboard.type(ownerPassword);
    await page.keyboard.press("Enter");
    await heading("Features");
  });

  test("the list has its cursor, selection, search and live changes", async () => {
    const { page, server } = suite;
    await suite.open("/?sort=key");
    await row("coupon").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    const bar = page.getByRole("region", { name: "Selection" });
    await bar.getByText("1 selected").waitFor();
    await page.keyboard.press("Escape");
    await bar.waitFor({ state: "detached" });
    await server.api("POST", "/features/coupon/percentage_of_actors", { percentage: 15 });
    await row("coupon").getByText("15% of actors").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("repo");
    await row("coupon").waitFor({ state: "detached" });
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await heading("reports");
    await page.goBack();
    await row("reports").waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("repo");
  });

  test("a draft is edited, reviewed, applied and undone by keys", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await page.keyboard.press("p");
    await page.locator('input[type="number"]:focus').waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("30");
    await saveBar(page).getByText("1 change").waitFor();
    await page.reload();
    await saveBar(page).getByText("1 change").waitFor();
    await page.keyboard.press("Control+Enter");
    const review = await reviewDraft(page);
    await type(review.getByLabel("Why?"), "Ticket 9");
    await page.keyboard.press("Control+Enter");
    await review.waitFor({ state: "detached" });
    await page.getByText("Ticket 9").waitFor();
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(30);
    await page.evaluate("document.getElementById('main').focus()");
    await page.keyboard.press("Control+z");
    const question = page.getByRole("dialog", { name: "This change affects many actors" });
    await question.locator("input:focus").waitFor();
    await page.keyboard.type("search");
    await page.keyboard.press("Enter");
    await page.getByRole("listitem").filter({ hasText: "Undone" }).first().waitFor();
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(0);
  });

  test("an expression is a sentence, and tried before it is saved", async () => {
    const { page, server } = suite;
    await suite.open("/features/search?env=staging");
    const gate = await openGate(page, "Expression");
    await gate.getByRole("button", { name: "Add a condition" }).click();
    await type(gate.getByLabel("Property of the expression"), "plan");
    await page.keyboard.press("Escape");
    await type(gate.getByLabel("Value of the expression", { exact: true }), "pro");
    await page.evaluate("document.getElementById('main').focus()");
    await page.keyboard.press("t");
    await page.locator("textarea:focus").waitFor();
    await page.keyboard.type("User;42 plan = pro");
    await page.keyboard.press("Enter");
    await page.getByText("With my changes").first().waitFor();
    await saveBar(page).getByRole("button", { name: "Save" }).click();
    await saveBar(page).waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).expression).toBeNull();
  });

  test("the palette opens an actor, whose chips stay in the address", async () => {
    const { page } = suite;
    await suite.open("/");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    await page.keyboard.type("User;42");
    await page.getByRole("option", { name: "User;42 ↵" }).waitFor();
    await page.keyboard.press("Enter");
    await heading("User;42");
    await row("reports").getByText("Actors").first().waitFor();
    await page.getByRole("button", { name: "Property or group" }).click();
    await page.keyboard.type("plan = pro");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Remove plan" }).waitFor();
    expect(new URL(page.url()).searchParams.get("properties")).toBe("plan = pro");
  });

  test("a step of the audits opens, and its undo is previewed", async () => {
    const { page } = suite;
    await suite.open("/audits");
    const step = page.getByRole("listitem").filter({ hasText: "0% → 15%" });
    await step.getByRole("button", { name: /^Percentage/ }).click();
    await step.getByText("15% of actors").waitFor();
    await step.getByRole("button", { name: "Undo", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: /^Undo: / });
    await dialog.getByText("Percentage of actors 15% → 0%").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.locator("button:focus", { hasText: "Undo" }).waitFor();
  });

  test("an error of the console, and a violation of the policy, fail a test", async () => {
    const { page, browser } = suite;
    const logged = page.waitForEvent("console");
    await page.evaluate("console.error('on purpose')");
    await logged;
    expect(() => browser.expectNoProblems()).toThrow("on purpose");
    const violated = page.waitForEvent("pageerror");
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('style'), { textContent: 'p {}' }))",
    );
    await violated;
    expect(() => browser.expectNoProblems()).toThrow("style-src");
  });

  test("every screen opens without an error, and fits a phone", async () => {
    const { page } = suite;
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of phonePaths) {
      await suite.open(path);
      expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
    }
  });
});
