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

  test("an empty list shows the request that makes the first feature", async () => {
    await page.getByText("Create the first feature").waitFor();
    expect(await page.locator("pre").textContent()).toContain(`${server.url}/adapter/features`);
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

  test("search, filters and order are in the URL, and a reload keeps them", async () => {
    await server.api("POST", "/features/always/boolean");
    await server.api("POST", "/features/some/actors", { flipper_id: "User;1" });
    await page.goto(`${server.url}/`);
    await rows().nth(2).waitFor();
    expect(await rows().getByRole("link").allTextContents()).toEqual([
      "always",
      "search v2",
      "some",
    ]);

    await page.getByRole("button", { name: "Conditional" }).click();
    await rows().getByText("some", { exact: true }).waitFor();
    expect(await rows().count()).toBe(1);
    expect(new URL(page.url()).search).toBe("?show=conditional");
    await page.reload();
    await rows().getByText("1 actor").waitFor();
    expect(await rows().count()).toBe(1);

    await page.getByRole("button", { name: "All", exact: true }).click();
    await page.keyboard.press("/");
    await page.keyboard.type("index");
    await rows().getByText("search v2").waitFor();
    expect(await rows().count()).toBe(1);
    await page.waitForURL("**/?q=index");
    await page.keyboard.press("Escape");
    await rows().nth(2).waitFor();
    await page.getByRole("button", { name: "Sort by Feature" }).click();
    await page.waitForURL("**/?sort=-key");
    expect(await rows().getByRole("link").allTextContents()).toEqual([
      "some",
      "search v2",
      "always",
    ]);
  });

  test("in Production a feature is enabled only after its key is typed", async () => {
    await page.goto(`${server.url}/`);
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
    await page.goto(`${server.url}/`);
    await rows().first().waitFor();
    expect(await page.getByRole("grid").getAttribute("aria-rowcount")).toBe("5001");
    expect(await rows().count()).toBeLessThan(60);
    await page.getByRole("grid").focus();
    await page.keyboard.press("End");
    await rows().getByText("bulk_4999").waitFor();
    const active = await page.getByRole("grid").getAttribute("aria-activedescendant");
    expect(active).toBe("feature-bulk_4999");
    expect(await page.locator(`#${active}`).getAttribute("aria-selected")).toBe("true");
  });
});
