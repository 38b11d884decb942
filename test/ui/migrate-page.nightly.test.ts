import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { startProxy } from "./forwarding-proxy.ts";
import {
  accessibilityProblems,
  settled,
  setUpOwner,
  sidewaysScroll,
  UiBrowser,
} from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

const hostileName = `<img src=x onerror="alert(1)">${"W".repeat(60)}`;

describe("A migration", () => {
  const stack = new AsyncDisposableStack();
  let running: { readonly server: UiServer; readonly browser: UiBrowser; readonly page: Page };
  let home: string;
  beforeAll(async () => {
    let target = "";
    const proxy = startProxy(() => target);
    stack.defer(() => proxy.stop(true));
    home = `http://127.0.0.1:${proxy.port}`;
    const variables = {
      GATEHOUSE_MIGRATIONS: "on",
      GATEHOUSE_PUBLIC_URL: home,
      GATEHOUSE_TRUSTED_PROXY: "127.0.0.1",
    };
    const server = stack.use(await UiServer.start("hosted", variables));
    target = server.url;
    await server.api("POST", "/features", { name: "gone" });
    await server.api("POST", "/environments", { name: "Staging" });
    const browser = stack.use(await UiBrowser.launch());
    const page = await browser.open({ expectedErrors: ["404"] });
    await setUpOwner(page, server);
    running = { server, browser, page };
  });
  afterEach(() => running.browser.expectNoProblems());
  afterAll(() => stack.disposeAsync());

  async function open(url: string): Promise<void> {
    // Another part behind the # alone loads nothing.
    await running.page.goto("about:blank");
    await running.page.goto(url);
    await settled(running.page);
  }

  /** Sends an export as `flipper cloud migrate` does; returns where it sends people. */
  async function migrate(): Promise<string> {
    const features = { search: { boolean: "true" }, [hostileName]: { actors: [hostileName] } };
    const payload = { export: { version: 1, features }, metadata: { app_name: hostileName } };
    const answer = await fetch(`${home}/api/migrate`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-encoding": "gzip" },
      body: Bun.gzipSync(JSON.stringify(payload)),
    });
    const { url } = JSON.parse(await answer.text());
    expect(url).toStartWith(`${home}/migrate#`);
    return String(url);
  }

  const preview = () => running.page.getByRole("region", { name: "What would change" });
  const statuses = () =>
    Promise.all(
      ["search", "gone"].map(
        async (key) => (await running.server.fetch("GET", `/features/${key}`)).status,
      ),
    );

  test("is shown with what it would change, and is taken over once it is confirmed", async () => {
    const { page } = running;
    const path = await migrate();
    await open(path);
    await page.getByRole("heading", { name: "From <img src=x" }).waitFor();
    await page.getByText("2 features, sent from 192.0.2.7").waitFor();
    await preview().getByText("The feature is deleted").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysScroll(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await statuses()).toEqual([404, 200]);

    await page.getByRole("button", { name: "Delete 1 feature, change 2" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete 1 feature, change 2?" });
    await dialog.getByLabel("Type 1 to confirm").fill("1");
    await dialog.getByRole("button", { name: "Delete 1 feature, change 2" }).click();
    await page.getByText("The migration is imported.").waitFor();
    await page.getByRole("link", { name: "search" }).waitFor();
    expect(await statuses()).toEqual([200, 404]);

    await open(path);
    await page.getByText("There is no such migration").waitFor();
  });

  test("goes into the environment that the owner chooses", async () => {
    const { page } = running;
    await open(await migrate());
    await page.getByLabel("Environment to import into").selectOption("Staging");
    await page
      .getByRole("button", { name: /^(Import \d changes?|Nothing would change)$/ })
      .waitFor();
    expect(await preview().getByText("The feature is deleted").count()).toBe(0);
  });

  test("can be removed", async () => {
    const { page } = running;
    const path = await migrate();
    await open(path);
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    await page.getByText("The migration is removed.").waitFor();
    await open(path);
    await page.getByText("There is no such migration").waitFor();
  });

  test("is listed for an owner without the link, who deletes it", async () => {
    const { page } = running;
    const path = await migrate();
    await open(`${home}/settings/transfer`);
    const list = page.getByRole("list", { name: "Waiting migrations" });
    await list.getByText("2 features, sent from 192.0.2.7").first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await sidewaysScroll(page)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    const count = await list.getByRole("listitem").count();
    // The newest one comes last.
    await list.getByRole("button", { name: "Remove" }).last().click();
    await page.getByText("The migration is removed.").waitFor();
    await list
      .getByRole("listitem")
      .nth(count - 1)
      .waitFor({ state: "detached" });
    await open(path);
    await page.getByText("There is no such migration").waitFor();
  });

  test("needs the whole link", async () => {
    await open(`${home}/migrate`);
    await running.page.getByText("The link is not complete").waitFor();
  });
});
