import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { reviewDraft } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const tabsMax = 80;

describe("Without a mouse", () => {
  const suite = uiSuite({ expectedErrors: ["401"] });

  /** Presses Tab until the focus is on the control with this name. */
  async function tabTo(name: string): Promise<void> {
    const { page } = suite;
    const passed: string[] = [];
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      await page.keyboard.press("Tab");
      const focused: unknown = await page.evaluate(`(() => {
        const { activeElement: element } = document;
        const label = element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent;
        return (label ?? element.innerText).trim();
      })()`);
      passed.push(String(focused));
      if (focused === name || String(focused).endsWith(`\n${name}`)) {
        return;
      }
    }
    throw new Error(`${name} is not reached, but ${passed.join(" | ")}`);
  }

  /** How thick the ring around the focus is drawn, in pixels. */
  const focusRing = async () =>
    Number.parseFloat(
      String(
        await suite.page.evaluate(
          "(({ outlineStyle, outlineWidth }) => outlineStyle === 'none' ? 0 : outlineWidth)(getComputedStyle(document.activeElement))",
        ),
      ),
    );

  test("a feature is created", async () => {
    const { page, server } = suite;
    await tabTo("New feature");
    expect(await focusRing()).toBeGreaterThan(0);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "New feature" }).waitFor();
    await page.keyboard.type("search");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "search", level: 1 }).waitFor();
    expect((await gatesOf(server, "search")).state).toBe("off");
  });

  test("an actor is added and reviewed, and the focus returns to where it was", async () => {
    const { page, server } = suite;
    // The row "Actors" opens, and the focus is on its button.
    await page.keyboard.press("a");
    await page.locator("button:focus", { hasText: "Add actors" }).waitFor();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Add actors" });
    await dialog.waitFor();
    await page.keyboard.type("User;1");
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await page.locator("button:focus", { hasText: "Add actors" }).waitFor();
    expect((await gatesOf(server, "search")).actors).toEqual([]);
    await page.keyboard.press("Control+Enter");
    const review = await reviewDraft(page);
    await tabTo("Why?");
    await page.keyboard.type("Asked for");
    await page.keyboard.press("Control+Enter");
    await review.waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).actors).toEqual(["User;1"]);
    await page.locator("button:focus", { hasText: "Add actors" }).waitFor();
  });

  test("a percentage is set, and undone by Ctrl Z, and the history has its undo too", async () => {
    const { page, server } = suite;
    await page.keyboard.press("p");
    await page.locator('input[type="number"]:focus').waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("30");
    await page.keyboard.press("Enter");
    const review = await reviewDraft(page);
    await page.keyboard.press("Control+Enter");
    await review.waitFor({ state: "detached" });
    await page.getByRole("listitem").filter({ hasText: "0% → 30%" }).waitFor();
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(30);
    // In a field Ctrl Z belongs to the field.
    await page.locator('input[type="number"]:focus').waitFor();
    await page.keyboard.press("Control+z");
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(30);
    await tabTo("1%");
    await page.keyboard.press("Control+z");
    const key = page.getByRole("dialog", { name: "This change affects many actors" });
    await key.waitFor();
    await page.keyboard.type("search");
    await page.keyboard.press("Enter");
    await key.waitFor({ state: "detached" });
    await page.getByRole("listitem").filter({ hasText: "Undone" }).first().waitFor();
    expect(await gatesOf(server, "search")).toMatchObject({
      percentageOfActors: 0,
      actors: ["User;1"],
    });
    await tabTo("Undo");
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: /^Undo: / });
    await dialog.getByText("30%").first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("the shortcuts are shown, and Enter on the link to the content opens no feature", async () => {
    const { page } = suite;
    await suite.open("/");
    await page.keyboard.press("?");
    const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await dialog.getByText("Next and previous row").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: "search" }).waitFor();
    await tabTo("Skip to the content");
    await page.keyboard.press("Enter");
    await page.locator("main:focus").waitFor();
  });

  test("the person signs out", async () => {
    const { page } = suite;
    await suite.open("/");
    await page.getByRole("complementary").getByRole("button", { name: "Owner" }).waitFor();
    await tabTo("Owner");
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Sign out" }).waitFor();
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    const cookies = await page.context().cookies();
    // What stays makes the browser known, and signs nobody in.
    const left = cookies.filter(({ httpOnly }) => httpOnly).map(({ name }) => name);
    expect(left).toEqual([expect.stringMatching(/^gatehouse-[\da-f]+-browser$/)]);
    await page.reload();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
  });
});
