import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { accessibilityProblems, sidewaysScroll } from "./ui-browser.ts";
import { ownerEmail, ownerPassword } from "./ui-server.ts";
import { uiSuite } from "./ui-suite.ts";

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

describe("The sign-in page", () => {
  const suite = uiSuite({
    expectedErrors: ["401", "403", "429"],
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
    },
  });

  test("says that the session has ended and the draft is kept, and returns to the page", async () => {
    const { page } = suite;
    await suite.open("/features/search");
    await page.getByRole("button", { name: "Percentage of actors" }).first().click();
    await page.getByRole("spinbutton", { name: "Percentage of actors" }).fill("44");
    await page.getByRole("region", { name: "Unsaved changes" }).waitFor();
    await page.context().clearCookies();
    await page.reload();
    const reason = page.getByRole("status").filter({ hasText: "your session has ended" });
    await reason.getByText("Your draft of 1 change is kept").waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await fillIn(page, ownerEmail, ownerPassword);
    await page.getByRole("heading", { name: "search", level: 1 }).waitFor();
    await page.getByRole("region", { name: "Unsaved changes" }).waitFor();
  });

  test("gives no reason to a person who signed out", async () => {
    const page = await suite.browser.open();
    await page.goto(suite.server.url);
    await fillIn(page, ownerEmail, ownerPassword);
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Owner" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await page.getByRole("status").count()).toBe(0);
  });

  test("says when a locked person may try again", async () => {
    const page = await suite.browser.open({
      theme: "dark",
      isPhone: true,
      expectedErrors: ["401", "403", "429"],
    });
    await page.goto(suite.server.url);
    const attempt = () => {
      const answered = page.waitForResponse(
        (answer) =>
          answer.url().endsWith("/admin/v1/session") && answer.request().method() === "POST",
      );
      return Promise.all([answered, fillIn(page, "nobody@example.com", "not the password")]);
    };
    let status = 0;
    for (let count = 0; status !== 429 && count < 20; count += 1) {
      const [answer] = await attempt();
      status = answer.status();
    }
    const note = page.getByRole("alert").filter({ hasText: "Too many attempts." });
    await note.getByText(/Try again in \d+ (second|minute)s?\./).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
  });
});
