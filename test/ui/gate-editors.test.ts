import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { applyDraft, openGate, saveBar } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("The editors of groups and percentages", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features", { name: "other" });
      await server.api("POST", "/features/other/groups", { name: "staff" });
    },
  });

  test("a known group is added and removed by a press, another one is typed", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    const groups = await openGate(page, "Groups");
    const staff = groups.getByRole("button", { name: "staff", exact: true });
    expect(await staff.getAttribute("aria-pressed")).toBe("false");
    await staff.click();
    expect(await staff.getAttribute("aria-pressed")).toBe("true");
    await groups.getByLabel("Another group").fill("beta testers");
    await page.getByText("beta testers is unknown here.").waitFor();
    await groups.getByRole("button", { name: "Add group" }).click();
    await saveBar(page).getByText("1 change", { exact: true }).waitFor();
    expect((await gatesOf(server, "search")).groups).toEqual([]);
    await applyDraft(page, "search");
    expect((await gatesOf(server, "search")).groups).toEqual(["beta testers", "staff"]);

    await staff.click();
    await applyDraft(page, "search");
    expect((await gatesOf(server, "search")).groups).toEqual(["beta testers"]);
    expect((await gatesOf(server, "other")).groups).toEqual(["staff"]);
  });

  test("a group that somebody else added meanwhile is no change any longer", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    const groups = await openGate(page, "Groups");
    await groups.getByRole("button", { name: "staff", exact: true }).click();
    await saveBar(page).waitFor();
    await server.api("POST", "/features/search/groups", { name: "staff" });
    await saveBar(page).waitFor({ state: "detached" });
    await groups.getByRole("button", { name: "staff", pressed: true }).waitFor();
    await server.api("DELETE", "/features/search/groups", { name: "staff" });
    await groups.getByRole("button", { name: "staff", pressed: false }).waitFor();
    expect(await saveBar(page).count()).toBe(0);
  });

  test("a percentage is set by its number, and only when it is applied", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    const gate = await openGate(page, "Percentage of actors");
    const field = page.getByRole("spinbutton", { name: "Percentage of actors" });
    await field.fill("101");
    await gate.getByText("Type a whole number from 0 to 100.").waitFor();
    await gate.getByText("not complete").waitFor();
    expect(await saveBar(page).getByRole("button", { name: "Review" }).isDisabled()).toBe(true);
    await field.press("Enter");
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await saveBar(page).getByRole("button", { name: "Show it" }).click();
    await page.locator('input[type="number"]:focus').waitFor();
    await field.fill("12");
    await gate.getByText("changed", { exact: true }).waitFor();
    expect(await gate.locator("del").textContent()).toBe("0%");
    expect(await gate.locator("ins").textContent()).toBe("12%");
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(0);
    await field.press("Enter");
    await applyDraft(page, "search");
    await gate.getByText("changed", { exact: true }).waitFor({ state: "detached" });
    expect(await gatesOf(server, "search")).toMatchObject({
      percentageOfActors: 12,
      percentageOfTime: 0,
      groups: ["beta testers"],
    });
    expect((await gatesOf(server, "other")).percentageOfActors).toBe(0);
  });

  test("the slider and the steps set it too, and an edit can be reverted", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    const gate = await openGate(page, "Percentage of time");
    const slider = page.getByRole("slider", { name: "Slider of Percentage of time" });
    await slider.focus();
    const field = page.getByRole("spinbutton", { name: "Percentage of time" });
    for (const value of ["1", "2"]) {
      await page.keyboard.press("ArrowRight");
      // The field follows the slider with the next frame.
      while ((await field.inputValue()) !== value) {
        await page.waitForTimeout(20);
      }
    }
    await gate.getByRole("button", { name: "50%" }).click();
    expect(await field.inputValue()).toBe("50");
    await gate.getByRole("button", { name: "Revert" }).click();
    expect(await field.inputValue()).toBe("0");
    await page.locator(".gate-line:focus", { hasText: "Percentage of time" }).waitFor();
    const steps = await gate
      .getByRole("group", { name: "Steps of Percentage of time" })
      .getByRole("button")
      .allTextContents();
    expect(steps).toEqual(["1%", "5%", "10%", "25%", "50%", "100%"]);
    await gate.getByRole("button", { name: "25%" }).click();
    await saveBar(page).getByRole("button", { name: "Discard" }).click();
    expect(await field.inputValue()).toBe("0");
    await page.locator("h1:focus").waitFor();
    await gate.getByRole("button", { name: "25%" }).click();
    await applyDraft(page, "search");
    expect(await gatesOf(server, "search")).toMatchObject({
      percentageOfActors: 12,
      percentageOfTime: 25,
    });
  });

  test("several gates are edited at once, and applied as one step of the audits", async () => {
    const { page, server } = suite;
    await suite.open("/features/other");
    await openGate(page, "Percentage of actors");
    await page.getByRole("spinbutton", { name: "Percentage of actors" }).fill("20");
    const time = await openGate(page, "Percentage of time");
    await time.getByRole("button", { name: "5%", exact: true }).click();
    const groups = await openGate(page, "Groups");
    await groups.getByRole("button", { name: "staff", exact: true }).click();
    await saveBar(page).getByText("3 changes").waitFor();
    await applyDraft(page, "other", { why: "Ticket 7" });
    // The button that opened the review is gone.
    await page.locator("h1:focus").waitFor();
    const after = { percentageOfActors: 20, percentageOfTime: 5, groups: [] };
    expect(await gatesOf(server, "other")).toMatchObject(after);
    await suite.open("/audits?key=other");
    const step = page.getByRole("main").getByRole("listitem").first();
    await step.getByText("Owner", { exact: true }).waitFor();
    const answer = await page
      .context()
      .request.get(`${server.url}/admin/v1/environments/1/steps?key=other`);
    expect(await answer.json()).toMatchObject({
      steps: expect.arrayContaining([
        expect.objectContaining({
          count: 3,
          newest: expect.objectContaining({ reason: "Ticket 7" }),
        }),
      ]),
    });
  });
});
