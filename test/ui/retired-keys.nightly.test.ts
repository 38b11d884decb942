import { describe, expect, test } from "bun:test";
import { accessibilityProblems, sidewaysScroll, signIn } from "./ui-browser.ts";
import type { UiServer } from "./ui-server.ts";
import { uiSuite } from "./ui-suite.ts";

/** An application checks the feature. */
async function check(server: Pick<UiServer, "api">): Promise<void> {
  const time = Math.floor(Date.now() / 1_000);
  await server.api("POST", "/telemetry", {
    request_id: crypto.randomUUID(),
    enabled_metrics: [{ key: "still_checked", time, result: false, value: 3 }],
  });
}

describe("Retired keys", () => {
  const suite = uiSuite({
    // The page asks for a feature that was deleted.
    expectedErrors: ["404"],
    prepare: async (server) => {
      for (const name of ["still_checked", "never_checked"]) {
        await server.api("POST", "/features", { name });
      }
      await check(server);
    },
  });

  const openDialog = async (key: string) => {
    const { page } = suite;
    await suite.open(`/features/${key}`);
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete the feature" }).click();
    return page.getByRole("dialog");
  };

  test("are offered by the dialog of a deletion, chosen for a key that is still checked", async () => {
    const { page } = suite;
    const unused = await openDialog("never_checked");
    expect(await unused.getByLabel("Keep the key retired").isChecked()).toBe(false);
    expect(await accessibilityProblems(page)).toEqual([]);
    await unused.getByRole("button", { name: "Cancel" }).click();
    const dialog = await openDialog("still_checked");
    await dialog.locator("input[type=checkbox]:checked").waitFor();
    await dialog.getByLabel("Type still_checked to confirm").fill("still_checked");
    await dialog.getByRole("button", { name: "Delete the feature" }).click();
    await page.getByText("still_checked is deleted.").waitFor();
    await suite.server.api("POST", "/features", { name: "still_checked" });
    await suite.open("/");
    await page.getByRole("row").filter({ hasText: "never_checked" }).waitFor();
    expect(await page.getByRole("row").filter({ hasText: "still_checked" }).count()).toBe(0);
  });

  test("are marked on the telemetry page, and listed and freed in the settings", async () => {
    const { page } = suite;
    await check(suite.server);
    await suite.open("/telemetry");
    await page.getByText("retired, still checked").waitFor();
    await page.getByRole("button", { name: "Free the key still_checked" }).waitFor();
    await suite.open("/settings/cleanup");
    await page.getByText("still_checked").waitFor();
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page, colorScheme)).toEqual([]);
    }
    const choice = page.getByRole("switch", { name: "Retire the key of every deleted feature" });
    await choice.click();
    await page.locator("[role=switch][aria-checked=true]").waitFor();
    const dialog = await openDialog("never_checked");
    await dialog.locator("input[type=checkbox]:checked").waitFor();
    await suite.open("/settings/cleanup");
    await page.getByRole("button", { name: "Free the key still_checked" }).click();
    await page.getByText("No key is retired.").waitFor();
    await suite.server.api("POST", "/features/still_checked/boolean", {});
    await suite.open("/features/still_checked");
    await page.getByRole("heading", { name: "still_checked", level: 1 }).waitFor();
  });

  test("fit on a phone", async () => {
    const { browser, server } = suite;
    const phone = await browser.open({ isPhone: true });
    await signIn(phone, server);
    await suite.open("/settings/cleanup", phone);
    await phone.getByRole("heading", { name: "Retired keys" }).waitFor();
    expect(await sidewaysScroll(phone)).toBe(0);
  });
});
