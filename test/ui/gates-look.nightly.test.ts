import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { createLifelikeData } from "./lifelike-data.ts";
import {
  accessibilityProblems,
  openGate,
  reviewDraft,
  saveBar,
  sidewaysScroll,
  signIn,
} from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const feature = "/features/checkout_redesign";
const gates = ["Percentage of actors", "Expression", "Actors", "Groups", "Percentage of time"];

describe("The opened gates of a feature, their draft, its review and its conflict", () => {
  const suite = uiSuite({ prepare: createLifelikeData });

  async function expectNothingFound(name: string, page: Page): Promise<void> {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect([name, colorScheme, await accessibilityProblems(page, colorScheme)]).toEqual([
        name,
        colorScheme,
        [],
      ]);
      expect([name, await sidewaysScroll(page)]).toEqual([name, 0]);
    }
  }

  async function expectWellMade(page: Page, percentage: number): Promise<void> {
    await suite.open(feature, page);
    for (const name of gates) {
      await openGate(page, name);
    }
    await page.getByRole("spinbutton", { name: "Percentage of actors" }).fill("101");
    const time = page.getByRole("spinbutton", { name: "Percentage of time" });
    await time.fill(String(percentage));
    await page.getByRole("button", { name: "Add actors" }).click();
    const dialog = page.getByRole("dialog", { name: "Add actors" });
    await dialog.getByLabel("Actor ids").fill(`${"x".repeat(300)}\nUser;1`);
    await expectNothingFound("the dialog", page);
    await dialog.getByRole("button", { name: "Add 2 actors" }).click();
    await expectNothingFound("an incomplete draft", page);
    await page.getByRole("spinbutton", { name: "Percentage of actors" }).fill("51");
    await reviewDraft(page);
    await page.locator(".affected > *").first().waitFor();
    await expectNothingFound("the review", page);
    await page.keyboard.press("Escape");
    await suite.server.api("POST", `${feature}/percentage_of_time`, { percentage: percentage + 1 });
    await page.getByRole("button", { name: "Keep mine" }).waitFor();
    await expectNothingFound("a conflict", page);
    await saveBar(page).getByRole("button", { name: "Discard" }).click();
    await page.getByRole("button", { name: "Turn off" }).click();
    await page.getByRole("dialog", { name: "Turn off checkout_redesign?" }).waitFor();
    await expectNothingFound("turning off", page);
    await page.keyboard.press("Escape");
  }

  test("axe finds nothing, and nothing scrolls sideways", async () => {
    await expectWellMade(suite.page, 41);
  });

  test("the same on a phone", async () => {
    const phone = await suite.browser.open({ isPhone: true });
    await signIn(phone, suite.server);
    await expectWellMade(phone, 43);
    await phone.close();
  });

  test("the same at a zoom of 200%", async () => {
    await suite.page.setViewportSize({ width: 640, height: 430 });
    await expectWellMade(suite.page, 45);
  });
});
