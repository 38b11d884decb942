import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { createLifelikeData } from "./lifelike-data.ts";
import {
  accessibilityProblems,
  settled,
  setUpOwner,
  sidewaysScroll,
  signIn,
  UiBrowser,
} from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

const pages = [
  "/",
  "/?env=staging",
  "/?show=finished",
  "/features/checkout_redesign",
  "/features/legacy_export?env=staging",
  "/features/not-there",
  "/environments",
  "/compare?a=1&b=2",
  "/audits",
  "/telemetry",
  "/settings/account",
  "/settings/members",
  "/settings/groups",
  "/settings/plan",
  "/settings/cleanup",
  "/settings/transfer",
  "/settings/backups",
  "/settings/about",
  "/no-such-page",
];

describe("Every page", () => {
  let server: UiServer;
  let browser: UiBrowser;

  beforeAll(async () => {
    server = await UiServer.start();
    browser = await UiBrowser.launch();
    await createLifelikeData(server);
    await setUpOwner(await browser.open(), server);
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  for (const theme of ["light", "dark"] as const) {
    test(`axe finds nothing in ${theme} colours`, async () => {
      const page = await browser.open({ theme, expectedErrors: ["404"] });
      await page.goto(server.url);
      await page.getByLabel("E-mail").waitFor();
      expect(["sign-in", await accessibilityProblems(page)]).toEqual(["sign-in", []]);
      await signIn(page, server);
      for (const path of pages) {
        await page.goto(server.url + path);
        await settled(page);
        expect([path, await accessibilityProblems(page)]).toEqual([path, []]);
      }
    }, 60_000);
  }

  test("fits a phone", async () => {
    const page = await browser.open({ isPhone: true, expectedErrors: ["404"] });
    await signIn(page, server);
    for (const path of pages) {
      await page.goto(server.url + path);
      await settled(page);
      expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
    }
    await page.goto(`${server.url}/`);
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("link", { name: "Audits" }).click();
    await page.getByRole("heading", { name: "Audits", level: 1 }).waitFor();
  }, 60_000);
});
