import { describe, expect, test } from "bun:test";
import { accessibilityProblems } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("The keys of the pages", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      for (const name of ["alpha", "beta", "gamma_beta", "omega"]) {
        await server.api("POST", "/features", { name });
      }
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const heading = (name: string) =>
    suite.page.getByRole("heading", { name, level: 1, exact: true }).waitFor();

  test("g and a letter open a page, in the same environment", async () => {
    const { page } = suite;
    await suite.open("/?env=staging");
    for (const [letter, name] of [
      ["a", "Actors"],
      ["r", "Requests"],
      ["l", "Audits"],
      ["u", "Telemetry"],
      ["e", "Environments"],
      ["s", "Settings"],
      ["f", "Features"],
    ] as const) {
      // The page of actors has its field focused.
      await page.evaluate("document.getElementById('main').focus()");
      await page.keyboard.press("g");
      await page.keyboard.press(letter);
      await heading(name);
      expect(new URL(page.url()).searchParams.get("env")).toBe("staging");
    }
    await page.keyboard.press("g");
    await page.keyboard.press("t");
    await page.getByRole("button", { name: "New token" }).waitFor();
  });

  test("letters in a field are text", async () => {
    const { page } = suite;
    await suite.open("/actors");
    await page.getByLabel("Actor id").focus();
    await page.keyboard.type("glnt?");
    expect(await page.getByLabel("Actor id").inputValue()).toBe("glnt?");
    await heading("Actors");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("n makes a feature and / opens the palette on a page without a search", async () => {
    const { page } = suite;
    await suite.open("/telemetry");
    await page.keyboard.press("/");
    const palette = page.getByRole("dialog", { name: "Go to" });
    await palette.waitFor();
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    await page.keyboard.press("n");
    const dialog = page.getByRole("dialog", { name: "New feature" });
    await dialog.waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("Alt with an arrow opens the neighbour in the order and the filters of the list", async () => {
    const { page } = suite;
    await suite.open("/?q=beta&sort=key");
    await page.getByRole("link", { name: "beta", exact: true }).click();
    await heading("beta");
    await page.keyboard.press("Alt+ArrowDown");
    await heading("gamma_beta");
    await page.keyboard.press("Alt+ArrowDown");
    await page.keyboard.press("Alt+ArrowUp");
    await heading("beta");
    await suite.open("/features/omega");
    await page.keyboard.press("Alt+ArrowUp");
    await heading("gamma_beta");
    await page.getByRole("button", { name: "Try it", exact: true }).waitFor();
    await page.keyboard.press("t");
    await page.locator("textarea:focus").waitFor();
  });

  test("p opens its gate as soon as the feature is loaded", async () => {
    const { page } = suite;
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    await page.route("**/environments/*/features/omega", async (route) => {
      await held;
      await route.continue();
    });
    await suite.open("/?sort=key");
    await page.getByRole("link", { name: "omega", exact: true }).click();
    await heading("omega");
    await page.keyboard.press("p");
    goOn();
    await page.locator('input[type="number"]:focus').waitFor();
    await page.unrouteAll();
  });

  test("Alt with an arrow opens the neighbour while the feature is still loading", async () => {
    const { page } = suite;
    const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
    await page.route("**/environments/*/features/beta", async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await suite.open("/?sort=key");
    await page.getByRole("link", { name: "beta", exact: true }).click();
    await heading("beta");
    await page.keyboard.press("Alt+ArrowDown");
    await heading("gamma_beta");
    goOn();
    await page.unrouteAll();
  });

  test("the list of keys turns letters off, which the browser keeps", async () => {
    const { page } = suite;
    await suite.open("/");
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Review or save the changes").waitFor();
    const documentation = help.getByRole("link", { name: "Documentation" });
    expect(await documentation.getAttribute("href")).toBe("/swagger");
    expect(await accessibilityProblems(page)).toEqual([]);
    await help.getByRole("switch", { name: "Keys without Ctrl or Alt" }).click();
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.reload();
    await heading("Features");
    await page.keyboard.press("n");
    await page.keyboard.press("?");
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(1);
    await page.keyboard.press("Escape");
    await suite.open("/settings/account");
    await page.getByRole("switch", { name: "Keys without Ctrl or Alt" }).click();
    await page.evaluate("document.getElementById('main').focus()");
    await page.keyboard.press("n");
    await page.getByRole("dialog", { name: "New feature" }).waitFor();
    await page.keyboard.press("Escape");
  });
});
