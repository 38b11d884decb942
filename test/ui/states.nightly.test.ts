import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { accessibilityProblems, signIn } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

describe("States of every page", () => {
  const suite = uiSuite({
    expectedErrors: ["500", "net::ERR_FAILED"],
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
    },
  });
  let viewer: Page;

  beforeAll(async () => {
    const { page } = suite;
    await suite.open("/settings/members");
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByLabel("E-mail").fill("viewer@example.com");
    await page.getByLabel("Role", { exact: true }).selectOption("viewer");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    const link = await page.getByRole("dialog").locator("pre").textContent();
    await page.getByRole("button", { name: "I have copied it" }).click();
    viewer = await suite.browser.open();
    await viewer.goto(link ?? "");
    await viewer.getByLabel("New password").fill("a viewer's long password");
    await viewer.getByRole("button", { name: "Set password" }).click();
    await viewer.getByRole("heading", { name: "Features", level: 1 }).waitFor();
  });

  test("viewers are told on each page with controls, with the owners to ask", async () => {
    const strip = viewer.getByText("You can look, not change.");
    for (const path of [
      "/",
      "/features/search",
      "/environments/details",
      "/settings/members",
      "/settings/groups",
      "/settings/cleanup",
    ]) {
      await suite.open(path, viewer);
      await strip.waitFor();
    }
    await viewer.getByRole("button", { name: "Ask for access" }).click();
    const dialog = viewer.getByRole("dialog", { name: "Ask for access" });
    await dialog.getByRole("link", { name: "owner@example.com" }).waitFor();
    expect(await accessibilityProblems(viewer)).toEqual([]);
    await viewer.keyboard.press("Escape");
    await suite.open("/settings/account", viewer);
    expect(await strip.count()).toBe(0);
    await suite.open("/");
    expect(await suite.page.getByText("You can look, not change.").count()).toBe(0);
  });

  test("viewers see values as text, and no control that does nothing", async () => {
    for (const path of ["/settings/members", "/settings/groups", "/settings/cleanup"]) {
      await suite.open(path, viewer);
      const controls = viewer
        .getByRole("main")
        .locator("select, input, [role=switch], [role=checkbox]");
      expect([path, await controls.count()]).toEqual([path, 0]);
    }
    await suite.open("/settings/members", viewer);
    await viewer
      .getByRole("listitem")
      .filter({ hasText: "owner@example.com" })
      .getByText("Owner", { exact: true })
      .last()
      .waitFor();
  });

  test("a page asks for its rows first, and then for what stands around them", async () => {
    const page = await suite.browser.open();
    await signIn(page, suite.server);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) {
        // What the page before was still loading does not count.
        asked.length = 0;
      }
      asked.push(new URL(request.url()).pathname);
    });
    const around = () => asked.filter((path) => /\/(policy|requests)$|\/chunk-/.test(path));
    const held = Promise.withResolvers<void>();
    const rows = "**/admin/v1/environments/*/features";
    await page.route(rows, async (route) => {
      await held.promise;
      await route.continue();
    });
    await Promise.all([
      page.waitForRequest(rows),
      page.waitForResponse("**/activity*"),
      page.reload(),
    ]);
    expect(around()).toEqual([]);
    const others = Promise.all([
      page.waitForRequest("**/admin/v1/requests"),
      page.waitForRequest("**/policy"),
    ]);
    held.resolve();
    await others;
    await page.context().close();
  });

  test("a lost connection is one line in the head, with what is kept", async () => {
    const page = await suite.browser.open({ expectedErrors: ["ERR_FAILED"] });
    await signIn(page, suite.server);
    await page.route("**/admin/v1/environments/*/events*", (route) => route.abort());
    await suite.open("/settings/groups", page);
    const line = page.getByText(
      /^No connection since \d\d:\d\d\. You see the state of then; drafts are kept\.$/,
    );
    await line.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute("**/admin/v1/environments/*/events*");
    await line.waitFor({ state: "detached" });
  });

  test("a part that fails says what is unaffected, and loads when asked again", async () => {
    const { page } = suite;
    await page.route("**/admin/v1/plan", (route) => route.fulfill({ status: 500, body: "{}" }));
    await page.goto(`${suite.server.url}/settings/plan`);
    const failed = page.getByRole("alert").filter({ hasText: "Plan and quotas cannot be shown:" });
    await failed.getByText("Nothing has changed on the server.").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.unroute("**/admin/v1/plan");
    await failed.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Custom environments").waitFor();
    expect(await failed.count()).toBe(0);
  });

  test("an answer that ends too early is a failure, not an answer", async () => {
    const { page } = suite;
    const early = { status: 200, contentType: "application/json", body: '{"plan":' };
    await page.route("**/admin/v1/plan", (route) => route.fulfill(early));
    await page.goto(`${suite.server.url}/settings/plan`);
    const failed = page.getByRole("alert").filter({ hasText: "Plan and quotas cannot be shown:" });
    await failed.getByText("The server cannot be reached.").waitFor();
    await page.unroute("**/admin/v1/plan");
    await failed.getByRole("button", { name: "Try again" }).click();
    await page.getByText("Custom environments").waitFor();
  });

  test("a failure stays, in red, and never covers the control with the focus", async () => {
    const { page } = suite;
    await suite.open("/settings/groups");
    await page.setViewportSize({ width: 1000, height: 420 });
    await page.route("**/admin/v1/groups-policy", (route) =>
      route.fulfill({ status: 500, body: "{}" }),
    );
    await page.getByRole("switch", { name: /^Refuse groups/ }).click();
    const toast = page.getByText("That did not work");
    await toast.waitFor();
    const add = page.getByRole("button", { name: "Add", exact: true });
    const boxes = async (): Promise<readonly Box[]> => {
      const found = await Promise.all([page.locator(".toasts").boundingBox(), add.boundingBox()]);
      return found.flatMap((box) => box ?? []);
    };
    // Puts the button below the message, in its corner.
    await page.evaluate("window.scrollTo(0, document.documentElement.scrollHeight)");
    await add.evaluate((button) => {
      button.style.position = "fixed";
      button.style.right = "40px";
      button.style.bottom = "30px";
    });
    expect(overlap(await boxes())).toBe(true);
    await add.focus();
    expect(overlap(await boxes())).toBe(false);
    await page.unroute("**/admin/v1/groups-policy");
    await page.setViewportSize({ width: 1280, height: 860 });
  });
});

function overlap([one, other]: readonly Box[]): boolean {
  return (
    one !== undefined &&
    other !== undefined &&
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
