import { describe, expect, test } from "bun:test";
import { accessibilityProblems, sidewaysScroll, signIn } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("A row of the audits", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 25 });
      await server.api("POST", "/features", { name: "viewed" });
    },
  });

  test("has no accessibility problem when it is open, in light, dark and on a phone", async () => {
    const phone = await suite.browser.open({ isPhone: true });
    await signIn(phone, suite.server);
    for (const page of [suite.page, phone]) {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await suite.open("/audits", page);
        await page.keyboard.press("j");
        const row = page.getByRole("listitem").filter({ hasText: "0% → 25%" });
        await row.getByRole("button", { name: /^Percentage/ }).click();
        await row.getByText("25% of actors").waitFor();
        expect(await accessibilityProblems(page, colorScheme)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        await row.getByRole("button", { name: "Undo", exact: true }).click();
        await page.getByText("Percentage of actors 25% → 0%").waitFor();
        expect(await accessibilityProblems(page, colorScheme)).toEqual([]);
      }
    }
  });

  test("shows its undo to the pointer and to the focus, and hides it otherwise", async () => {
    const { page } = suite;
    await suite.open("/audits");
    const row = page.getByRole("listitem").filter({ hasText: "0% → 25%" });
    await row.waitFor();
    const opacity = () =>
      page.evaluate("getComputedStyle(document.querySelectorAll('.step-undo')[1]).opacity");
    await page.mouse.move(0, 0);
    expect(await opacity()).toBe("0");
    await row.hover();
    expect(await opacity()).toBe("1");
    await page.mouse.move(0, 0);
    await row.getByRole("button", { name: "Undo", exact: true }).focus();
    expect(await opacity()).toBe("1");
  });

  test("leads to its feature in its environment", async () => {
    const { page } = suite;
    await suite.open("/audits");
    await page.getByRole("listitem").first().getByRole("link", { name: "viewed" }).click();
    await page.getByRole("heading", { name: "viewed", level: 1 }).waitFor();
    await page.getByRole("link", { name: "1 in the audits" }).click();
    await page.getByText("1 step shown.").waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("key")).toBe("viewed");
    expect(searchParams.get("environment")).toBe("production");
    expect(await page.getByRole("main").getByRole("listitem").count()).toBe(1);
  });

  test("an error says what failed, and another try loads the steps", async () => {
    const page = await suite.browser.open({ expectedErrors: ["503"] });
    await signIn(page, suite.server);
    await page.route("**/admin/v1/steps*", (route) =>
      route.fulfill({
        status: 503,
        json: { code: "unavailable", message: "The storage is unreachable", more_info: "" },
      }),
    );
    await suite.open("/audits", page);
    await page.getByText("The storage is unreachable").waitFor();
    await page.unrouteAll();
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("listitem").filter({ hasText: "0% → 25%" }).waitFor();
  });
});
