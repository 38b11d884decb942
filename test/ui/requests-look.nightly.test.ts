import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { adminCall, memberPage, protect } from "./approval-steps.ts";
import { accessibilityProblems, settled, sidewaysScroll } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("The pages of requests", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/actors", { flipper_id: "User;1" });
    },
  });

  async function expectFits(page: Page, name: string): Promise<void> {
    await settled(page);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([name, await sidewaysScroll(page)]).toEqual([name, 0]);
      expect([name, colorScheme, await accessibilityProblems(page, colorScheme)]).toEqual([
        name,
        colorScheme,
        [],
      ]);
    }
  }

  test("on a phone, as a viewer, and with the keyboard alone", async () => {
    const { page, server } = suite;
    const author = await memberPage(suite, "member", "Author");
    const viewer = await memberPage(suite, "viewer", "Viewer", { isPhone: true });
    await protect(suite);
    for (const title of ["More of them", "Everyone", `A${" long".repeat(30)} title`]) {
      const commands = [
        { kind: "actors", key: "search", add: ["User;2", "User;3"], remove: ["User;1"] },
        { kind: "percentage_of_actors", key: "search", value: 10 },
      ];
      const body = { title, commands, reason: "They asked for it" };
      await adminCall(author, server, "POST", "/environments/production/requests", body);
    }
    await suite.open("/requests", viewer);
    await expectFits(viewer, "inbox");
    await viewer.getByRole("link", { name: /long/ }).click();
    await viewer.getByRole("heading", { name: "Conversation" }).waitFor();
    await expectFits(viewer, "request");
    for (const name of ["Approve", "Edit", "Withdraw", "Apply"]) {
      expect([name, await viewer.getByRole("button", { name }).count()]).toEqual([name, 0]);
    }
    // A viewer reads what members say.
    await viewer.getByText("They asked for it").waitFor();
    expect(await viewer.getByRole("textbox", { name: "Comment" }).count()).toBe(0);

    await suite.open("/");
    await page.evaluate("document.getElementById('main').focus()");
    for (const key of ["g", "r"]) {
      await page.keyboard.press(key);
    }
    await page.getByRole("link", { name: /long/ }).waitFor();
    for (const key of ["j", "j", "j", "Enter"]) {
      await page.keyboard.press(key);
    }
    await page.getByRole("heading", { name: "More of them", level: 1 }).waitFor();
    await page.keyboard.press("c");
    await page.getByRole("dialog", { name: "Ask for changes" }).waitFor();
    await page.keyboard.type("Fewer, please");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("“Fewer, please”").waitFor();
    await page.getByRole("button", { name: "Withdraw my vote" }).click();
    await page.getByText("Nobody has voted yet.").waitFor();
    await page.evaluate("document.getElementById('main').focus()");
    await page.keyboard.press("a");
    await page.locator(".page-bar").getByText("approved", { exact: true }).waitFor();
    await expectFits(page, "approved");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectFits(page, "approver on a phone");
    await page.setViewportSize({ width: 1280, height: 860 });
    await suite.open("/environments/details");
    await page.getByRole("button", { name: "Edit…" }).click();
    await page.getByRole("dialog", { name: "Approvals in Production" }).waitFor();
    await page.setViewportSize({ width: 640, height: 430 });
    await expectFits(page, "policy at 200%");
  });
});
