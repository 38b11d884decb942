import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

describe("The editors of groups and percentages", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features", { name: "other" });
      await server.api("POST", "/features/other/groups", { name: "staff" });
    },
  });

  const card = (title: string) =>
    suite.page
      .locator("section")
      .filter({ has: suite.page.getByRole("heading", { name: title, exact: true }) });

  test("a known group is opened and closed by a press, another one is typed", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    const staff = page.getByRole("button", { name: "staff", exact: true });
    expect(await staff.getAttribute("aria-pressed")).toBe("false");
    await staff.click();
    await page.getByText("Currently enabled for group staff").waitFor();
    expect((await gatesOf(server, "search")).groups).toEqual(["staff"]);

    await page.getByLabel("Another group").fill("beta testers");
    await page.getByText("beta testers is unknown here.").waitFor();
    await page.getByRole("button", { name: "Add group" }).click();
    await page.getByText("Currently enabled for 2 groups").waitFor();
    expect((await gatesOf(server, "search")).groups).toEqual(["beta testers", "staff"]);

    await staff.click();
    await page.getByText("Currently enabled for group beta testers").waitFor();
    expect((await gatesOf(server, "search")).groups).toEqual(["beta testers"]);
    expect((await gatesOf(server, "other")).groups).toEqual(["staff"]);
  });

  test("a percentage is set by its number, and only when it is applied", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    const gate = card("Percentage of actors");
    const field = page.getByRole("spinbutton", { name: "Percentage of actors" });
    await field.fill("101");
    await gate.getByText("Type a whole number from 0 to 100.").waitFor();
    expect(await gate.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
    await field.fill("12");
    await gate.getByText("Not saved yet").waitFor();
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(0);
    await field.press("Enter");
    await page.getByText("12% of actors", { exact: false }).first().waitFor();
    await gate.getByText("Not saved yet").waitFor({ state: "detached" });
    expect(await gatesOf(server, "search")).toMatchObject({
      percentageOfActors: 12,
      percentageOfTime: 0,
      groups: ["beta testers"],
    });
    expect((await gatesOf(server, "other")).percentageOfActors).toBe(0);
  });

  test("the slider and the steps set it too, and a draft can be given up", async () => {
    const { page, server } = suite;
    const gate = card("Percentage of time");
    const slider = page.getByRole("slider", { name: "Slider of Percentage of time" });
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    const field = page.getByRole("spinbutton", { name: "Percentage of time" });
    expect(await field.inputValue()).toBe("2");
    await gate.getByRole("button", { name: "50%" }).click();
    expect(await field.inputValue()).toBe("50");
    await gate.getByRole("button", { name: "Discard" }).click();
    expect(await field.inputValue()).toBe("0");
    const steps = await gate
      .getByRole("group", { name: "Steps of Percentage of time" })
      .getByRole("button")
      .allTextContents();
    expect(steps).toEqual(["1%", "5%", "10%", "25%", "50%", "100%"]);
    await gate.getByRole("button", { name: "25%" }).click();
    await gate.getByRole("button", { name: "Apply" }).click();
    await page.getByText("25% of the time", { exact: false }).first().waitFor();
    expect(await gatesOf(server, "search")).toMatchObject({
      percentageOfActors: 12,
      percentageOfTime: 25,
    });
  });
});
