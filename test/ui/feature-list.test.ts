import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { setUpOwner, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

describe("The list of features", () => {
  let server: UiServer;
  let browser: UiBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await UiServer.start();
    browser = await UiBrowser.launch();
    page = await browser.open();
    await setUpOwner(page, server);
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const rows = () => page.getByRole("row").filter({ has: page.getByRole("link") });
  const keys = () => rows().getByRole("link").allTextContents();
  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Views" }).getByRole("link", { name });

  test("an empty list shows the first steps", async () => {
    const steps = page.getByRole("main").getByRole("list");
    await page.getByRole("heading", { name: "No features yet" }).waitFor();
    expect(await steps.getByRole("link").getAttribute("href")).toBe("/get-started");
    await steps.getByRole("button", { name: "Create a feature" }).click();
    const dialog = page.getByRole("dialog", { name: "New feature" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("a feature is made by keyboard alone, and its page opens", async () => {
    await page.keyboard.press("n");
    await page.getByLabel("Feature key").fill("search v2");
    await page.getByLabel("Description").fill("The new index");
    await page.getByLabel("Tags").fill("web, search, web");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "search v2", level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/features/search%20v2");
    expect(await server.api("GET", "/features/search%20v2")).toMatchObject({ state: "off" });
  });

  test("a key that exists is named, and one with invisible characters can be cleaned", async () => {
    await page.goto(`${server.url}/`);
    await rows().first().waitFor();
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New feature" });
    const create = dialog.getByRole("button", { name: "Create" });
    await dialog.getByLabel("Feature key").fill("search v3\u200b");
    await dialog.getByText("Contains invisible characters").waitFor();
    expect(await create.isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Use “search v3”" }).click();
    expect(await dialog.getByLabel("Feature key").inputValue()).toBe("search v3");
    expect(await create.isEnabled()).toBe(true);
    await dialog.getByLabel("Feature key").fill("search\u200d v2 ");
    await dialog.getByText("The feature search v2 exists already.").waitFor();
    expect(await create.isDisabled()).toBe(true);
    await dialog.getByRole("button", { name: "Open it" }).click();
    await page.getByRole("heading", { name: "search v2", level: 1 }).waitFor();
  });

  test("search, filters and order are in the URL, and a reload keeps them", async () => {
    await server.api("POST", "/features/always/boolean");
    await server.api("POST", "/features/some/actors", { flipper_id: "User;1" });
    await page.goto(`${server.url}/`);
    await rows().nth(2).waitFor();
    // The latest change comes first.
    expect(await keys()).toEqual(["some", "always", "search v2"]);

    await page.keyboard.press("f");
    await page.getByRole("menuitem", { name: "State" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Conditional 1" }).click();
    await page.getByRole("menuitemcheckbox", { name: "On 1" }).click();
    await page.waitForURL("**/?state=conditional%2Con");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await keys()).toEqual(["some", "always"]);
    await page.reload();
    await page.getByRole("button", { name: "State Conditional or On" }).waitFor();
    expect(await keys()).toEqual(["some", "always"]);
    await page.getByText("2 of 3").waitFor();

    await page.getByRole("button", { name: "Remove the filter by State" }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("index");
    await page.getByText("1 of 3").waitFor();
    expect(await keys()).toEqual(["search v2"]);
    await page.waitForURL("**/?q=index");
    await page.keyboard.press("Escape");
    await rows().nth(2).waitFor();
    await page.getByRole("button", { name: "Sort by Feature" }).click();
    await page.getByRole("button", { name: "Sort by Feature" }).click();
    await page.waitForURL("**/?sort=-key");
    expect(await keys()).toEqual(["some", "search v2", "always"]);
  });

  test("views are tabs that count under the present filters", async () => {
    await page.goto(`${server.url}/`);
    await rows().nth(2).waitFor();
    await tab("All 3").waitFor();
    await tab("Open rollouts 1").click();
    await page.waitForURL("**/?view=rollouts");
    expect(await keys()).toEqual(["some"]);
    await page.getByRole("searchbox", { name: "Search features" }).fill("search");
    await tab("All 1").waitFor();
    await tab("Open rollouts 0").waitFor();
  });

  test("nothing found: the nearest spelling, the filters, and a new feature", async () => {
    await page.goto(`${server.url}/?q=serch&state=off`);
    await page.getByText("No feature matches “serch”").waitFor();
    await page.getByText("in Production, State Off").waitFor();
    await page.getByRole("button", { name: "New feature “serch”" }).click();
    expect(await page.getByLabel("Feature key").inputValue()).toBe("serch");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Look for “search”, 1" }).click();
    await rows().getByText("search v2").waitFor();
    await page.goto(`${server.url}/?q=serch&state=off`);
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await rows().nth(2).waitFor();
    await page.waitForURL(`${server.url}/`);
  });

  test("columns and the height of rows are chosen, and kept", async () => {
    await page.goto(`${server.url}/`);
    await rows().nth(2).waitFor();
    const height = async () => (await rows().first().boundingBox())?.height;
    expect(await height()).toBe(34);
    await page.getByRole("button", { name: "Comfortable" }).click();
    expect(await page.getByRole("columnheader", { name: "Owner" }).count()).toBe(0);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Owner" }).click();
    await page.reload();
    await page.getByRole("columnheader", { name: "Owner" }).waitFor();
    expect(await height()).toBe(48);
    await page.getByRole("button", { name: "Compact" }).click();
  });

  test("in Production a feature is enabled only after its key is typed", async () => {
    await page.goto(`${server.url}/?sort=-key`);
    await page.getByRole("grid").focus();
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: "Enable search v2 for everyone?" });
    const enable = dialog.getByRole("button", { name: "Enable for everyone" });
    expect(await enable.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("search v3");
    expect(await enable.isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("search v2");
    await enable.click();
    await dialog.waitFor({ state: "detached" });
    await rows().filter({ hasText: "search v2" }).getByText("everyone").waitFor();
    expect(await server.api("GET", "/features/search%20v2")).toMatchObject({ state: "on" });
  });

  test("the palette goes to a feature by a part of its name", async () => {
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Go to" }).waitFor();
    await page.keyboard.type("alw");
    await page.getByRole("option", { name: "always" }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "always", level: 1 }).waitFor();
  });

  test("thousands of features: those on the screen are rows, and the keys reach the last", async () => {
    const features = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`bulk_${String(index).padStart(4, "0")}`, {}]),
    );
    // The import removes the feature whose page is open.
    await page.goto(`${server.url}/`);
    await server.api("POST", "/import", { version: 1, features });
    await page.goto(`${server.url}/?sort=key`);
    await rows().first().waitFor();
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("5001");
    expect(await rows().count()).toBeLessThan(60);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await rows().getByText("bulk_4999").waitFor();
    const active = await page.getByRole("grid").getAttribute("aria-activedescendant");
    expect(active).toBe("feature-bulk_4999");
    expect(await page.locator(`#${active}`).getAttribute("data-cursor")).toBe("");
    await page.waitForURL("**/?sort=key&at=bulk_4999");
  });
});
