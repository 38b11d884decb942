import { describe, expect, test } from "bun:test";
import { accessibilityProblems } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("The palette", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      for (const name of ["checkout_redesign", "settlement_25", "coupon"]) {
        await server.api("POST", "/features", { name });
      }
      await server.api("POST", "/features/checkout_redesign/percentage_of_actors", {
        percentage: 21,
      });
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const palette = () => suite.page.getByRole("dialog", { name: "Go to" });
  const option = (name: string | RegExp) => palette().getByRole("option", { name });
  const heading = (name: string) =>
    suite.page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
  async function search(text: string): Promise<void> {
    await suite.page.keyboard.press("Control+k");
    await palette().waitFor();
    await suite.page.keyboard.type(text);
  }
  const saved = () => suite.server.api("GET", "/features/checkout_redesign");

  test("verbs of the open feature write to its draft, and change nothing", async () => {
    const { page } = suite;
    await suite.open("/features/checkout_redesign");
    const before = await saved();
    await search("set 25");
    await option(/^Set percentage of actors to 25%/).waitFor();
    await option(/^settlement_25/).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Enter");
    const bar = page.getByRole("region", { name: "Unsaved changes" });
    await bar.getByText("1 change").waitFor();
    await search("turn on");
    await page.keyboard.press("Enter");
    await bar.getByText("2 changes").waitFor();
    await search("add User;42");
    await page.keyboard.press("Enter");
    await bar.getByText("3 changes").waitFor();
    expect(await saved()).toEqual(before);
    await search("discard");
    await page.keyboard.press("Enter");
    await bar.waitFor({ state: "detached" });
  });

  test("verbs with dots open what they name, with the focus in it", async () => {
    const { page } = suite;
    await suite.open("/features/checkout_redesign");
    await search("turn off");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Turn off checkout_redesign" });
    await dialog.locator("textarea:focus").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await search("percentage");
    await page.keyboard.press("Enter");
    await page.locator("input[type=number]:focus, [role=spinbutton]:focus").waitFor();
    await suite.open("/features/checkout_redesign");
    await search("owner");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByLabel("Owner").waitFor();
    await page.keyboard.press("Escape");
  });

  test("Backspace drops the open feature", async () => {
    const { page } = suite;
    await suite.open("/features/checkout_redesign");
    await search("");
    await palette()
      .getByRole("button", { name: /^Search without checkout_redesign/ })
      .waitFor();
    await page.keyboard.press("Backspace");
    await page.keyboard.type("set");
    await option("settlement_25").waitFor();
    expect(await option(/^Set percentage/).count()).toBe(0);
    await page.keyboard.press("Escape");
  });

  test("letters in their order find a feature, and the recent ones come first", async () => {
    const { page } = suite;
    await suite.open("/");
    await search("ckrd");
    await option(/^checkout_redesign 21% of actors/).waitFor();
    await page.keyboard.press("Enter");
    await heading("checkout_redesign");
    await suite.open("/");
    await search("");
    await palette().getByText("Recent", { exact: true }).waitFor();
    expect(await palette().getByRole("option").first().textContent()).toContain(
      "checkout_redesign",
    );
    await page.keyboard.press("Escape");
  });

  test("an id opens the page of its actor, and ; asks for actors only", async () => {
    const { page } = suite;
    await suite.open("/");
    await search("User;42");
    await page.keyboard.press("Enter");
    await heading("User;42");
    await search(";Comp any");
    await option("Comp any").waitFor();
    expect(await palette().getByRole("option").count()).toBe(1);
    await page.keyboard.press("Enter");
    await heading("Comp any");
    await page.getByText("No gate is set").first().waitFor();
  });

  test("> asks for actions only, such as the colours", async () => {
    const { page } = suite;
    await suite.open("/");
    await search(">c");
    await option("Dark colours").click();
    await palette().waitFor({ state: "detached" });
    await page.locator('html[data-theme="dark"]').waitFor();
    await search(">system");
    await page.keyboard.press("Enter");
    await palette().waitFor({ state: "detached" });
    await page.locator("html:not([data-theme])").waitFor();
  });

  test("for a name that is unknown it offers a new feature, and a search in the audits", async () => {
    const { page } = suite;
    await suite.open("/telemetry");
    await search("zzz_new");
    await option("New feature “zzz_new”").click();
    const dialog = page.getByRole("dialog", { name: "New feature" });
    await dialog.waitFor();
    expect(await page.getByLabel("Feature key").inputValue()).toBe("zzz_new");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await search("coupon?");
    await option("Search audits for “coupon?”").click();
    await heading("Audits");
    expect(await page.getByRole("searchbox", { name: "Search audits" }).inputValue()).toBe(
      "coupon?",
    );
    await page.getByRole("searchbox", { name: "Search audits" }).fill("coupo");
    await page.getByRole("link", { name: "coupon", exact: true }).waitFor();
    await page.getByText("checkout_redesign").waitFor({ state: "detached" });
  });

  test("Ctrl Enter opens a new tab; pages of another environment keep it", async () => {
    const { page } = suite;
    await suite.open("/features/coupon");
    await search("tokens of staging");
    const opened = page.context().waitForEvent("page");
    await page.keyboard.press("Control+Enter");
    const tab = await opened;
    await tab.getByRole("button", { name: "New token" }).waitFor();
    expect(new URL(tab.url()).searchParams.get("env")).toBe("staging");
    await tab.close();
    await heading("coupon");
    await search("switch to staging");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/features/coupon?env=staging");
  });
});
