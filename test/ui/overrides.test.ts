import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
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
    const field = page.getByRole("spinbutton", { name: "Percentage of actors" });
    expect(await field.inputValue()).toBe("25");
    await field.fill("60");
    await field.press("Enter");
    await page.getByText("Overridden here.").waitFor();
    const row = page
      .getByRole("table", { name: "How it differs from Production" })
      .getByRole("row");
    expect(await row.nth(1).getByRole("cell").allTextContents()).toEqual(["25%", "60%"]);
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(25);

    await suite.open("/?env=staging&show=overridden");
    const rows = page.getByRole("row").filter({ has: page.getByRole("link") });
    await rows.filter({ hasText: "60% of actors" }).waitFor();
    expect(await rows.count()).toBe(1);

    await suite.open("/features/search?env=staging");
    await page.getByRole("button", { name: "Mirror Production again" }).click();
    await page.getByText("Follows Production.").waitFor();
    expect(await field.inputValue()).toBe("25");
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 30 });
    await page.getByText("Currently enabled for 30% of actors").waitFor();
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
    await suite.open("/features/search?env=review");
    await page.getByText("Currently enabled for 30% of actors").waitFor();
    await suite.open("/features/search?env=staging");
    await page.getByText("Currently enabled for nobody").waitFor();
  });

  test("Production is unmistakable on every page, and the switcher keeps the page", async () => {
    const { page } = suite;
    await suite.open("/features/reports");
    const switcher = page.getByRole("button", { name: /^Environment: / });
    expect(await switcher.getAttribute("aria-label")).toBe("Environment: Production");
    await switcher.click();
    await page.getByRole("menuitemradio", { name: "Staging" }).click();
    await page.getByText("Follows Production.").waitFor();
    expect(new URL(page.url()).search).toBe("?env=staging");
    expect(new URL(page.url()).pathname).toBe("/features/reports");
    expect(await switcher.getAttribute("aria-label")).toBe("Environment: Staging");
  });
});
