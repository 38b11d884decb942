import type { Locator, Page } from "playwright-core";
import type { UiSuite } from "./ui-suite.ts";

/** Opens the sheet in which a rollout of the feature is planned. */
export async function openPlan(suite: UiSuite, page: Page, key: string): Promise<Locator> {
  await suite.open(`/features/${key}`, page);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Roll out in steps…" }).click();
  const sheet = page.getByRole("dialog", { name: "Roll out in steps" });
  await sheet.getByLabel("Percentage of step 1", { exact: true }).waitFor();
  return sheet;
}

export function cardOf(page: Page): Locator {
  return page.getByRole("region", { name: "Rollout", exact: true });
}
