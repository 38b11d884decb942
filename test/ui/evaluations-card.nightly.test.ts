import { describe, expect, test } from "bun:test";
import { uiSuite } from "./ui-suite.ts";

const hour = 3_600;

describe("The evaluations of a feature", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features", { name: "never" });
      const now = Math.floor(Date.now() / 1_000);
      const metric = (key: string, hoursAgo: number, result: boolean, value: number) => ({
        key,
        time: now - hoursAgo * hour,
        result,
        value,
      });
      await server.api("POST", "/telemetry", {
        request_id: crypto.randomUUID(),
        enabled_metrics: [
          metric("search", 0, true, 300),
          metric("search", 2, true, 450),
          metric("search", 2, false, 250),
          metric("search", 72, false, 4_000),
          metric("other.key", 2, true, 9_000),
        ],
      });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 25 });
    },
  });

  const card = () =>
    suite.page
      .locator("section")
      .filter({ has: suite.page.getByRole("heading", { name: "Usage", exact: true }) })
      .first();
  const stat = (name: string) =>
    card()
      .locator("dl > div")
      .filter({ has: suite.page.locator("dt", { hasText: new RegExp(`^${name}`) }) })
      .locator("dd");
  /** The number of checks is shortened, and exact in its title. */
  const checks = (count: string) =>
    stat("checks").and(suite.page.getByTitle(count, { exact: true }));

  test("a week and a day have their numbers, and the period is in the URL", async () => {
    await suite.open("/features/search");
    await checks("5,000").waitFor();
    expect(await stat("enabled").textContent()).toBe("15%");
    await card().getByText("Day", { exact: true }).click();
    await checks("1,000").waitFor();
    expect(await stat("enabled").textContent()).toBe("75%");
    expect(new URL(suite.page.url()).searchParams.get("days")).toBe("1");
    await suite.page.reload();
    await checks("1,000").waitFor();
  });

  test("the change of a gate is marked in the chart, with what changed", async () => {
    await suite.open("/features/search");
    const slider = card().getByRole("slider", { name: "Choose a time in the chart" });
    const told = (text: string) => card().locator(`[aria-valuetext*="${text}"]`).waitFor();
    await card().getByText("Changes", { exact: true }).first().waitFor();
    await slider.focus();
    await told("Percentage of actors 0% → 25%");
    await suite.server.api("POST", "/features/search/groups", { name: "staff" });
    await told("Group staff added");
    await suite.page.keyboard.press("ArrowLeft");
    expect(await slider.getAttribute("aria-valuetext")).not.toContain("Group staff");
  });

  test("the chart is read point by point by keyboard, and as a table", async () => {
    await suite.open("/features/search?days=1");
    const slider = card().getByRole("slider", { name: "Choose a time in the chart" });
    await slider.focus();
    const last = await slider.getAttribute("aria-valuetext");
    await suite.page.keyboard.press("ArrowLeft");
    expect(await slider.getAttribute("aria-valuetext")).not.toBe(last);
    await card().getByText("All numbers as a table").click();
    const cells = card().getByRole("row").filter({ hasText: "700" }).getByRole("cell");
    await cells.first().waitFor();
    const [, ...numbers] = await cells.allTextContents();
    expect(numbers.slice(0, 3)).toEqual(["700", "450", "64.3%"]);
  });

  test("a feature that was never evaluated says so in a line", async () => {
    await suite.open("/features/never");
    await card().getByText("No checks in this time. Connect an application.").waitFor();
    expect(await card().getByRole("slider").count()).toBe(0);
    expect(await card().locator("pre").count()).toBe(0);
  });

  test("a deletion warns of the checks of a week, and of none where there are none", async () => {
    const { page } = suite;
    const dialog = page.getByRole("dialog", { name: /^Delete .*\?$/ });
    for (const [key, count] of [
      ["search", 1],
      ["never", 0],
    ] as const) {
      await suite.open(`/features/${key}`);
      await page.getByRole("button", { name: "More actions" }).click();
      await page.getByRole("menuitem", { name: "Delete the feature" }).click();
      await dialog.getByText("It is deleted from all environments").waitFor();
      const warning = dialog.getByText("It was checked 5,000 times in the last 7 days.");
      expect(await warning.count()).toBe(count);
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "detached" });
    }
  });
});
