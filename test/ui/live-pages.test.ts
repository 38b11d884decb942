import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { texts } from "../../src/ui/texts/texts.ts";
import { setUpOwner, signIn, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

describe("Pages that are open at the same time", () => {
  let server: UiServer;
  let browser: UiBrowser;
  let first: Page;
  let second: Page;

  beforeAll(async () => {
    server = await UiServer.start();
    browser = await UiBrowser.launch();
    await server.api("POST", "/features", { name: "search" });
    first = await browser.open({ expectedErrors: ["409", "ERR_FAILED"] });
    await setUpOwner(first, server);
    second = await browser.open({
      expectedErrors: ["409", "ERR_FAILED"],
    });
    await signIn(second, server);
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const row = (page: Page) => page.getByRole("row").filter({ hasText: "search" });

  test("a change by a client or by another browser appears without a reload", async () => {
    await row(first).getByText("nobody").waitFor();
    await server.api("POST", "/features/search/actors", { flipper_id: "User;1" });
    await row(first).getByText("1 actor").waitFor();
    await row(second).getByText("1 actor").waitFor();

    await first.goto(`${server.url}/features/search`);
    await first.getByRole("button", { name: "Add actors" }).click();
    const dialog = first.getByRole("dialog", { name: "Add actors" });
    await dialog.getByRole("textbox").fill("User;2\nUser;3");
    await dialog.getByRole("button", { name: "Add", exact: false }).last().click();
    await row(second).getByText("3 actors").waitFor();
  });

  test("a change that somebody else made meanwhile is told, and not overwritten", async () => {
    for (const page of [first, second]) {
      await page.goto(`${server.url}/features/search`);
      await page.getByRole("heading", { name: "search", level: 1 }).waitFor();
    }
    // Without events the first page does not see what the second one does.
    await first.route("**/admin/v1/environments/*/events*", (route) => route.abort());
    await first.reload();
    const field = (page: Page) => page.getByRole("spinbutton", { name: "Percentage of actors" });
    await field(first).fill("10");
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 40 });
    await first
      .getByRole("region", { name: "Percentage of actors" })
      .getByRole("button", { name: "Apply" })
      .click();
    await first.getByText(texts.gates.conflict).waitFor();
    const { gates } = (await server.api("GET", "/features/search")) as {
      gates: { key: string; value: unknown }[];
    };
    expect(gates.find(({ key }) => key === "percentage_of_actors")?.value).toBe(40);
  });

  test("an own change asks for everything once, and a change of others too", async () => {
    await second.goto(`${server.url}/features/search`);
    await second.getByRole("heading", { name: "search", level: 1 }).waitFor();
    const reads: string[] = [];
    second.on("request", (request) => {
      if (request.method() === "GET" && request.url().endsWith("/features/search")) {
        reads.push(request.url());
      }
    });
    const share = second.getByRole("region", { name: "Percentage of actors" });
    await share.getByRole("spinbutton").fill("45");
    await share.getByRole("button", { name: "Apply" }).click();
    await second.getByText("45% of actors").first().waitFor();
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 66 });
    await second.getByText("66% of actors").first().waitFor();
    expect(reads.length).toBe(2);
  });

  test("a lost connection is told, and the page recovers by itself", async () => {
    await second.route("**/admin/v1/environments/*/events*", (route) => route.abort());
    await second.goto(`${server.url}/`);
    await row(second).getByText("66%").waitFor();
    await second.getByText(texts.app.connectionLost).waitFor();
    await server.api("DELETE", "/features/search/clear");
    await second.unroute("**/admin/v1/environments/*/events*");
    await row(second).getByText("nobody").waitFor();
    await second.getByText(texts.app.connectionLost).waitFor({ state: "hidden" });
  });
});
