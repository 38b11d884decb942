import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { openGate } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Gates of an environment of its own", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 25 });
      await server.api("POST", "/features", { name: "reports" });
      await server.api("POST", "/environments", { name: "Staging" });
      await server.api("POST", "/environments", { name: "Review" });
    },
  });

  test("the first change overrides Production, which stays; one click mirrors it again", async () => {
    const { page, server } = suite;
    await suite.open("/features/search?env=staging");
    await page.getByText("Follows Production.").waitFor();
    const gate = await openGate(page, "Percentage of actors");
    const field = page.getByRole("spinbutton", { name: "Percentage of actors" });
    expect(await field.inputValue()).toBe("25");
    await field.fill("60");
    await field.press("Enter");
    await page.getByText("Overridden here.").waitFor();
    // Outside Production it is saved without a review, and the focus stays.
    expect(await page.getByRole("dialog", { name: "Review" }).count()).toBe(0);
    await page.locator('input[type="number"]:focus').waitFor();
    await page.locator(".toast").getByText("60% of actors in Staging").waitFor();
    const row = page
      .getByRole("table", { name: "How it differs from Production" })
      .getByRole("row");
    expect(await row.nth(1).getByRole("cell").allTextContents()).toEqual(["25%", "60%"]);
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(25);

    await suite.open("/?env=staging&gates=own");
    const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
    await rows.filter({ hasText: "60% of actors" }).waitFor();
    expect(await rows.count()).toBe(1);

    await suite.open("/features/search?env=staging");
    await page.getByRole("button", { name: "Mirror Production again" }).click();
    await page.getByText("Follows Production.").waitFor();
    await openGate(page, "Percentage of actors");
    expect(await field.inputValue()).toBe("25");
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 30 });
    await gate.getByText("30%", { exact: true }).first().waitFor();
    expect(await field.inputValue()).toBe("30");
  });

  test("gates are copied to another environment after a look at both", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Copy the gates to…" }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the gates of search" });
    await dialog.getByLabel("To the environment").selectOption("Review");
    await dialog.getByText("Review then: 30% of actors").waitFor();
    await dialog.getByRole("button", { name: "Copy the gates" }).click();
    await page.getByText("The gates are copied to Review.").waitFor();
    await server.api("DELETE", "/features/search/clear");
    const row = page.getByRole("region", { name: "Percentage of actors", exact: true });
    await suite.open("/features/search?env=review");
    await row.getByText("30%", { exact: true }).waitFor();
    await suite.open("/features/search?env=staging");
    await row.getByText("0%", { exact: true }).waitFor();
  });

  test("the tabs are Production and the environments with own gates, and keep the feature", async () => {
    const { page } = suite;
    await suite.open("/features/search");
    const tabs = page.getByRole("navigation", { name: "Environments" });
    const current = tabs.locator('[aria-current="page"]');
    expect(await tabs.getByRole("link").allTextContents()).toEqual([
      expect.stringContaining("Production"),
      expect.stringContaining("Review"),
    ]);
    await current.filter({ hasText: "Production" }).waitFor();
    await tabs.getByRole("button", { name: "1 mirrors Production" }).click();
    await page.getByRole("menuitem", { name: "Staging" }).click();
    await page.getByText("Follows Production.").waitFor();
    await current.filter({ hasText: "Staging" }).waitFor();
    expect(new URL(page.url()).search).toBe("?env=staging");
    expect(new URL(page.url()).pathname).toBe("/features/search");
    // The keys go through the tabs in their order.
    await page.keyboard.press("1");
    await current.filter({ hasText: "Production" }).waitFor();
  });

  test("on other pages the environment is a part of the title, and the choice keeps the page", async () => {
    const { page } = suite;
    for (const path of ["/telemetry", "/environments/details"]) {
      await suite.open(path);
      const choice = page.getByRole("button", { name: /^Environment: / });
      expect(await choice.getAttribute("aria-label")).toBe("Environment: Production");
      await choice.click();
      await page.getByRole("menuitemradio", { name: "Staging" }).click();
      await page.getByRole("button", { name: "Environment: Staging" }).waitFor();
      expect(new URL(page.url()).search).toBe("?env=staging");
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });
});
