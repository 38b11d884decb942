import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { applyDraft, openGate, reviewDraft, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

const key = "a/b?c#d%2F é";

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
    await page.getByRole("heading", { name: "No features yet" }).waitFor();
    expect(await page.getByRole("button", { name: /^Environment/ }).count()).toBe(0);
    const pages = page.getByRole("navigation", { name: "Pages" }).getByRole("link");
    expect(await pages.allTextContents()).toEqual(["Features", "Actors", "Audits"]);
    await page.getByRole("link", { name: "Settings" }).waitFor();
  });

  test("makes and opens a feature whose key has every special character", async () => {
    await page.getByRole("button", { name: "New feature" }).click();
    await page.getByLabel("Feature key").fill(key);
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: key, level: 1 }).waitFor();
    expect(await server.api("GET", `/features/${encodeURIComponent(key)}`)).toMatchObject({ key });
    await page.reload();
    await page.getByRole("heading", { name: key, level: 1 }).waitFor();
  });

  test("changes gates by a draft and a review, without environments and expressions", async () => {
    await page.getByRole("switch", { name: "Enabled for everyone" }).waitFor();
    expect(await page.getByRole("navigation", { name: "Environments" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Environment: / }).count()).toBe(0);
    const rows = page.locator(".gate-row");
    expect(
      await rows.evaluateAll((all) => all.map((row) => row.getAttribute("aria-label"))),
    ).toEqual(["Everyone", "Percentage of actors", "Actors", "Groups", "Percentage of time"]);
    await openGate(page, "Percentage of actors");
    await page.getByRole("spinbutton", { name: "Percentage of actors" }).fill("30");
    await page.reload();
    const review = await reviewDraft(page);
    expect(await review.locator(".affected").count()).toBe(0);
    await applyDraft(page, key);
    const path = `/features/${encodeURIComponent(key)}`;
    expect(await server.api("GET", path)).toMatchObject({ state: "conditional" });
    await page.goto(`${server.url}/toggles/flipper/audits`);
    await page.getByText("0% → 30%").waitFor();
    await page.goto(`${server.url}/toggles/flipper/settings/keys`);
    await page.getByText("signs now").waitFor();
    expect(await page.getByRole("button", { name: "Replace the key…" }).count()).toBe(0);
    expect(await page.getByRole("button", { name: /^Environment: / }).count()).toBe(0);
  });
});
