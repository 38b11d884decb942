import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { gatesOf } from "./feature-gates.ts";
import {
  applyDraft,
  openGate,
  reviewDraft,
  saveBar,
  setUpOwner,
  signIn,
  UiBrowser,
} from "./ui-browser.ts";
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

  const percentage = async () => (await gatesOf(server, "search")).percentageOfActors;
  const row = (page: Page) => page.getByRole("row").filter({ hasText: "search" });

  test("a change by a client or by another browser appears without a reload", async () => {
    await row(first).getByText("nobody").waitFor();
    await server.api("POST", "/features/search/actors", { flipper_id: "User;1" });
    await row(first).getByText("1 actor").waitFor();
    await row(second).getByText("1 actor").waitFor();

    await first.goto(`${server.url}/features/search`);
    await openGate(first, "Actors");
    await first.getByRole("button", { name: "Add actors" }).click();
    const dialog = first.getByRole("dialog", { name: "Add actors" });
    await dialog.getByRole("textbox").fill("User;2\nUser;3");
    await dialog.getByRole("button", { name: "Add", exact: false }).last().click();
    await applyDraft(first, "search");
    await row(second).getByText("3 actors").waitFor();
  });

  test("a change that the page did not see is told, and not overwritten", async () => {
    // Without events the first page does not see what the second one does.
    await first.route("**/admin/v1/environments/*/events*", (route) => route.abort());
    await first.goto(`${server.url}/features/search`);
    const gate = await openGate(first, "Percentage of actors");
    await gate.getByRole("spinbutton").fill("10");
    await reviewDraft(first);
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 40 });
    const review = first.getByRole("dialog", { name: "Review 1 change" });
    await review.getByRole("button", { name: "Apply" }).click();
    await first.locator(".toast-error").getByText("status 409").waitFor();
    await review.getByText("Somebody changed the same gate.").waitFor();
    expect(await review.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
    expect(await percentage()).toBe(40);
    await first.keyboard.press("Escape");
    await gate.getByRole("button", { name: "Take 40%" }).waitFor();
    await saveBar(first).getByRole("button", { name: "Discard" }).click();
    await first.unroute("**/admin/v1/environments/*/events*");
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
    const share = await openGate(second, "Percentage of actors");
    await share.getByRole("spinbutton").fill("45");
    await applyDraft(second, "search");
    await share.getByText("45%", { exact: true }).first().waitFor();
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 66 });
    await share.getByText("66%", { exact: true }).first().waitFor();
    expect(reads.length).toBe(2);
  });

  test("a lost connection is told, and the page recovers by itself", async () => {
    await second.route("**/admin/v1/environments/*/events*", (route) => route.abort());
    await second.goto(`${server.url}/`);
    await row(second).getByText("66%").waitFor();
    await second.getByText(/^No connection since \d\d:\d\d\. You see the state of then/).waitFor();
    await server.api("DELETE", "/features/search/clear");
    await second.unroute("**/admin/v1/environments/*/events*");
    await row(second).getByText("nobody").waitFor();
    await second
      .getByText(/^No connection since \d\d:\d\d\. You see the state of then/)
      .waitFor({ state: "hidden" });
  });
});
