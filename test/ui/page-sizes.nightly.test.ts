import { describe, expect, test } from "bun:test";
import { applyDraft, openGate, sidewaysScroll } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const pages = [
  "/",
  "/features/search",
  "/environments",
  "/environments/details",
  "/compare?a=1&b=2",
  "/audits",
  "/audits/security",
  "/telemetry",
  "/settings/account",
  "/settings/members",
  "/settings/plan",
  "/settings/transfer",
];

describe("Settings of the reader's browser", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 25 });
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  test("at a zoom of 200% nothing scrolls sideways, and the controls are in reach", async () => {
    const { page } = suite;
    // A window of 1280 pixels has 640 of them for the page.
    await page.setViewportSize({ width: 640, height: 430 });
    for (const path of pages) {
      await suite.open(path);
      expect([path, await sidewaysScroll(page)]).toEqual([path, 0]);
    }
    await suite.open("/features/search");
    await openGate(page, "Actors");
    await page.getByRole("button", { name: "Add actors" }).click();
    const dialog = page.getByRole("dialog", { name: "Add actors" });
    await dialog.getByLabel("Actor ids").fill("User;1");
    await dialog.getByRole("button", { name: "Add 1 actor" }).click();
    for (const name of ["Percentage of actors", "Groups", "Expression"]) {
      await openGate(page, name);
    }
    expect(await sidewaysScroll(page)).toBe(0);
    await applyDraft(page, "search");
    await page.setViewportSize({ width: 1280, height: 860 });
  });

  test("with reduced motion nothing moves, and without it nothing moves for long", async () => {
    const { page } = suite;
    const longest = `(() => {
      const seconds = [...document.querySelectorAll("*")].flatMap((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        return [transitionDuration, animationName === "none" ? "0s" : animationDuration]
          .flatMap((value) => value.split(",").map((each) => parseFloat(each)));
      });
      return Math.max(...seconds);
    })()`;
    await suite.open("/features/search");
    await openGate(page, "Actors");
    await page.getByRole("button", { name: "Add actors" }).click();
    await page.getByRole("dialog").waitFor();
    expect(Number(await page.evaluate(longest))).toBeLessThanOrEqual(0.001);
    await page.emulateMedia({ reducedMotion: "no-preference" });
    const seconds = Number(await page.evaluate(longest));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(0.2);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.keyboard.press("Escape");
  });

  test("the colours are chosen once, and are there before the page is drawn", async () => {
    const { page } = suite;
    await suite.open("/settings/account");
    const background = () =>
      page.evaluate(
        "getComputedStyle(document.documentElement).backgroundColor",
      ) as Promise<unknown>;
    const light = await background();
    await page.getByText("Dark", { exact: true }).click();
    expect(await background()).not.toBe(light);
    const html = await (await page.context().request.get(suite.server.url)).text();
    expect(html).toContain('data-theme="dark"');
    await page.reload();
    await page.getByText("This one").waitFor();
    expect(await background()).not.toBe(light);
    await page.getByText("System", { exact: true }).click();
    expect(await background()).toBe(light);
  });
});
