import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

describe("The UI of the mountable deployment, below a prefix", () => {
  let server: UiServer;
  let browser: UiBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await UiServer.start("mountable", { GATEHOUSE_BASE_PATH: "/toggles" });
    browser = await UiBrowser.launch();
    page = await browser.open();
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("is at the parent of the API's path, without sign-in, people, environments or tokens", async () => {
    await page.goto(`${server.url}/toggles/flipper`);
    await page.getByText("Create the first feature").waitFor();
    expect(await page.locator("pre").textContent()).toContain("/toggles/flipper/api/features");
    const pages = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
    expect(await pages.allTextContents()).toEqual(["Features", "Audits", "Settings"]);
  });

  test("makes and opens a feature whose key has every special character", async () => {
    const key = "a/b?c#d%2F é";
    await page.getByRole("button", { name: "New feature" }).click();
    await page.getByLabel("Feature key").fill(key);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: key, level: 1 }).waitFor();
    expect(await server.api("GET", `/features/${encodeURIComponent(key)}`)).toMatchObject({ key });
    await page.reload();
    await page.getByRole("heading", { name: key, level: 1 }).waitFor();
  });
});
