import { describe, expect, test } from "bun:test";
import { createLifelikeData } from "./lifelike-data.ts";
import { otherPages, workPages } from "./page-list.ts";
import { sidewaysScroll } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Every page on a phone", () => {
  const suite = uiSuite({ isPhone: true, prepare: createLifelikeData, expectedErrors: ["404"] });

  test("fits the width", async () => {
    for (const path of [...workPages, ...otherPages]) {
      await suite.open(path);
      expect([path, await sidewaysScroll(suite.page)]).toEqual([path, 0]);
    }
  }, 180_000);

  test("has Turn off next to the name of a feature", async () => {
    const { page } = suite;
    await suite.open("/features/checkout_redesign");
    const middleOf = async (role: "heading" | "button", name: string) => {
      const box = await page.getByRole(role, { name, exact: true }).boundingBox();
      return box === null ? null : box.y + box.height / 2;
    };
    expect(await middleOf("button", "Turn off")).toBe(
      await middleOf("heading", "checkout_redesign"),
    );
  });

  test("is reached by the menu", async () => {
    const { page } = suite;
    await suite.open("/");
    await page.getByRole("button", { name: "Open the menu" }).click();
    await page.getByRole("link", { name: "Audits" }).click();
    await page.getByRole("heading", { name: "Audits", level: 1 }).waitFor();
  });
});
