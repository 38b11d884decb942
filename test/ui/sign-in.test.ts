import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { signIn, signOut, UiBrowser } from "./ui-browser.ts";
import { ownerEmail, ownerPassword, UiServer } from "./ui-server.ts";

describe("Signing in", () => {
  let server: UiServer;
  let browser: UiBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await UiServer.start();
    browser = await UiBrowser.launch();
    page = await browser.open({ expectedErrors: ["422", "/admin/v1/session"] });
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  test("the first link sets the owner's password, signs in, and works once", async () => {
    const link = await server.setUpLink();
    await page.goto(link);
    await page.getByLabel("E-mail").fill(ownerEmail);
    await page.getByLabel("Name", { exact: true }).fill("Owner");
    const used = await browser.open({ expectedErrors: ["set-up", "session"] });
    await page.getByLabel("New password").fill("password");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("alert").waitFor();
    expect(existsSync(join(server.dataDirectory, "first-start.txt"))).toBe(true);

    await page.getByLabel("New password").fill(ownerPassword);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("heading", { name: "Get started", level: 1 }).waitFor();
    expect(existsSync(join(server.dataDirectory, "first-start.txt"))).toBe(false);
    expect(page.url()).not.toContain("#");

    await used.goto(link);
    await used.getByText("Try again").waitFor();
    expect(await used.getByLabel("New password").count()).toBe(0);
  });

  test("signing out ends the session on the server, and the password opens it again", async () => {
    const cookies = await page.context().cookies();
    await signOut(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    const answer = await fetch(`${server.url}/admin/v1/environments`, {
      headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; ") },
    });
    expect(answer.status).toBe(401);
    await signIn(page, server);
  });

  test("after the end of a session, the page shows the answers to the next one", async () => {
    const other = await browser.open({ expectedErrors: ["401"] });
    await signIn(other, server);
    const cookies = await other.context().cookies();
    await other.context().addCookies(cookies.map((each) => ({ ...each, value: "ended" })));
    await signIn(other, server);
    await other.getByRole("button", { name: "New feature" }).first().waitFor();
  });

  test("a wrong password and an unknown person get the same answer", async () => {
    const other = await browser.open({ expectedErrors: ["401", "403", "session"] });
    const messages: (string | null)[] = [];
    for (const [email, password] of [
      [ownerEmail, "not the password"],
      ["nobody@example.com", "not the password"],
    ] as const) {
      await other.goto(server.url);
      await other.getByLabel("E-mail").fill(email);
      await other.getByLabel("Password").fill(password);
      await other.getByRole("button", { name: "Sign in", exact: true }).click();
      messages.push(await other.getByRole("alert").textContent());
    }
    expect(messages[0]).toBe(messages[1] ?? "");
    expect(messages[0]).not.toBe("");
  });

  test("a viewer is added with a link, sees features, and may change nothing", async () => {
    await server.api("POST", "/features", { name: "search" });
    await page.goto(`${server.url}/settings/members`);
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByLabel("E-mail").fill("viewer@example.com");
    await page.getByLabel("Role", { exact: true }).selectOption("viewer");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    const link = await page
      .getByRole("dialog", { name: "One-time link" })
      .locator("pre")
      .textContent();

    const viewer = await browser.open();
    await viewer.goto(link ?? "");
    await viewer.getByLabel("New password").fill("a viewer's long password");
    await viewer.getByRole("button", { name: "Set password" }).click();
    await viewer.getByRole("row", { name: "search" }).waitFor();
    expect(await viewer.getByRole("button", { name: "New feature" }).count()).toBe(0);
    await viewer.keyboard.press("n");
    await viewer.keyboard.press("e");
    expect(await viewer.getByRole("dialog").count()).toBe(0);
    const cookies = await viewer.context().cookies();
    const answer = await fetch(`${server.url}/admin/v1/environments/1/features/search/boolean`, {
      method: "PUT",
      headers: {
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
        "content-type": "application/json",
        origin: server.url,
      },
      body: JSON.stringify({ enabled: true, typed: "search" }),
    });
    expect(answer.status).toBe(403);
    expect(await server.api("GET", "/features/search")).toMatchObject({ state: "off" });
  });
});
