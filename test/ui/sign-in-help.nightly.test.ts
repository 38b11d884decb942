import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { run, testedProgram } from "../contract/server-process.ts";
import { UiBrowser } from "./ui-browser.ts";
import { ownerEmail, ownerPassword, UiServer } from "./ui-server.ts";

describe("What the pages before the session say", () => {
  let server: UiServer;
  let browser: UiBrowser;

  beforeAll(async () => {
    server = await UiServer.start();
    browser = await UiBrowser.launch();
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  /** As a browser that keeps no cookies of the server. */
  async function openWithoutCookies(): Promise<Page> {
    const page = await browser.open();
    await page.route("**/admin/v1/**", async (route) => {
      const answer = await route.fetch();
      const { "set-cookie": _, ...headers } = answer.headers();
      // The fetch above has kept them.
      await page.context().clearCookies();
      await route.fulfill({ response: answer, headers });
    });
    return page;
  }

  test("on a server that nobody has set up, the command that is shown gives a link that works", async () => {
    const page = await browser.open();
    await page.goto(server.url);
    await page.getByText("first-start.txt").waitFor();
    const command = (await page.locator("code", { hasText: "gatehouse" }).textContent()) ?? "";
    expect(command).toStartWith("gatehouse member reset ");
    const words = [...command.split(" ").slice(1), "--data", server.dataDirectory];
    const { code, out } = await run(testedProgram, words, { cwd: server.dataDirectory });
    expect(code).toBe(0);
    const link = /\S+\/set-up#\S+/.exec(out)?.[0] ?? "";

    const strict = await openWithoutCookies();
    await strict.goto(link);
    await strict.getByLabel("E-mail").fill(ownerEmail);
    await strict.getByLabel("Name", { exact: true }).fill("Owner");
    await strict.getByLabel("New password").fill(ownerPassword);
    await strict.getByRole("button", { name: "Set password" }).click();
    // The link is used now, so it must say where to go on.
    await strict.getByText("Your password is set, and this link is used.").waitFor();
  });

  test("a sign-in whose cookie the browser did not keep says so", async () => {
    const page = await openWithoutCookies();
    await page.goto(server.url);
    await page.getByText("gatehouse member reset EMAIL").waitFor();
    expect(await page.getByText("first-start.txt").count()).toBe(0);
    await page.getByLabel("E-mail").fill(ownerEmail);
    await page.getByLabel("Password").fill(ownerPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("The browser did not store the cookie of the sign-in").waitFor();
    expect(await page.getByLabel("Password").inputValue()).toBe(ownerPassword);
  });

  test("over plain http on this machine no cookie is Secure, so every browser keeps it", async () => {
    const page = await browser.open();
    await page.goto(server.url);
    await page.getByLabel("E-mail").fill(ownerEmail);
    await page.getByLabel("Password").fill(ownerPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ secure }) => secure)).not.toContain(true);
    expect(cookies.filter(({ httpOnly }) => httpOnly)).toHaveLength(2);
  });
});
