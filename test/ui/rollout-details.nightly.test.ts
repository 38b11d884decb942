import { describe, expect, test } from "bun:test";
import type { Locator } from "playwright-core";
import { memberPage } from "./approval-steps.ts";
import { gatesOf } from "./feature-gates.ts";
import { showExpectations, showGuardedRollout } from "./guarded-rollout.ts";
import { cardOf, openPlan } from "./rollout-plan.ts";
import { accessibilityProblems, openGate, saveBar, sidewaysScroll } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Rollouts", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      for (const name of ["checkout", "mail", "login"]) {
        await server.api("POST", "/features", { name });
      }
    },
  });
  const percentage = async (key: string) => (await gatesOf(suite.server, key)).percentageOfActors;

  async function guardMore(sheet: Locator): Promise<void> {
    const guard = sheet.getByRole("group", { name: "Guard 1" });
    await guard.getByText("More", { exact: true }).click();
    await guard.getByLabel("Confidence").fill("100");
    await guard.getByText("Type a number from 50 to 99.99.").waitFor();
    await guard.getByLabel("Confidence").fill("99");
    await guard.getByText(/^Without a rise, at most 1% of rollouts/).waitFor();
    await guard.getByRole("button", { name: "all others" }).click();
    await guard.getByText("More · all but errors are bad · confidence 99%").waitFor();
  }

  test("starts at a local time that the clocks skip, which it says before it is saved", async () => {
    const { page } = suite;
    const sheet = await openPlan(suite, page, "mail");
    await sheet.getByRole("button", { name: "At a time…" }).click();
    await sheet.getByLabel("Time", { exact: true }).fill("2027-03-28T02:30");
    await sheet.getByLabel("Time zone").selectOption("Europe/Berlin");
    await sheet.getByText(/^The clocks skip this time\. .* 28 Mar 2027, 01:30:00\.$/).waitFor();
    await sheet.getByRole("button", { name: /^Schedule/ }).click();
    await cardOf(page)
      .getByText(/^Starts with 5% 28 Mar, 01:30\.$/)
      .waitFor();
    expect(await percentage("mail")).toBe(0);

    // One change, from its review.
    await suite.open("/features/login");
    const gate = await openGate(page, "Percentage of actors");
    await gate.getByRole("spinbutton").fill("30");
    await saveBar(page).getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Review 1 change" });
    await review.getByRole("button", { name: "At a time…" }).click();
    await review.getByLabel("Time zone").selectOption("Asia/Tokyo");
    await review.getByLabel("Time", { exact: true }).fill("2027-01-05T09:00");
    await review.getByText(/^The rollout starts at 5 Jan 2027, 00:00:00\.$/).waitFor();
    await review.getByRole("button", { name: /^Schedule/ }).click();
    await cardOf(page).getByText("Starts with 30% 5 Jan, 00:00.").waitFor();
    expect(await saveBar(page).count()).toBe(0);
    expect(await percentage("login")).toBe(0);
  });
  test("what a guard stopped is red, with both rates; on a phone, in the dark, to a viewer", async () => {
    const phone = await memberPage(suite, "viewer", "Viewer", { isPhone: true });
    await showGuardedRollout(phone, "stopped");
    await suite.open("/features/checkout", phone);
    await phone
      .getByText(/With the feature, 2\.32% of 1,465 outcomes are errors; without it, 0\.41%/)
      .waitFor();
    await phone.getByText("over the limit").waitFor();
    expect(await phone.getByRole("region", { name: "Notified webhooks" }).count()).toBe(0);
    for (const name of ["Pause", "Start again…", "Roll out in steps…"]) {
      expect([name, await phone.getByRole("button", { name }).count()]).toEqual([name, 0]);
    }
    for (const colorScheme of ["light", "dark"] as const) {
      await phone.emulateMedia({ colorScheme });
      expect(await sidewaysScroll(phone)).toBe(0);
      expect(await accessibilityProblems(phone, colorScheme)).toEqual([]);
    }
    await phone.context().close();
    const { page } = suite;
    await showExpectations(page);
    const sheet = await openPlan(suite, page, "checkout");
    await sheet.getByRole("button", { name: "Guard", exact: true }).click();
    await sheet.getByLabel("Name of the outcomes").fill("checkout");
    await sheet.getByText(/^Last week 0\.39% of 3,100 outcomes an hour were bad\./).waitFor();
    await guardMore(sheet);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        expect([width, await sidewaysScroll(page)]).toEqual([width, 0]);
        expect([width, await accessibilityProblems(page, colorScheme)]).toEqual([width, []]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 860 });
    await page.keyboard.press("Escape");
  });
});
