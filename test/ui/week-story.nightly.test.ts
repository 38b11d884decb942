import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { gatesOf } from "./feature-gates.ts";
import { Hand } from "./hand.ts";
import { paste, saveBar, settled, UiBrowser } from "./ui-browser.ts";
import { ownerEmail, ownerPassword, UiServer } from "./ui-server.ts";

const dayMs = 86_400_000;
const colleaguePassword = "a quiet evening by the sea";

/** The tasks of a team in its first week, and what each of them takes. */
describe("The first week", () => {
  const stack = new AsyncDisposableStack();
  let server: UiServer;
  let browser: UiBrowser;
  let page: Page;
  let hand: Hand;

  beforeAll(async () => {
    server = stack.use(await UiServer.start());
    browser = stack.use(await UiBrowser.launch());
    page = await browser.open({ expectedErrors: ["401"] });
    hand = new Hand(page);
  });
  beforeEach(() => void hand.effort());
  afterEach(() => browser.expectNoProblems());
  afterAll(() => stack.disposeAsync());

  const open = async (path: string) => {
    await page.goto(server.url + path);
    await settled(page);
  };
  const heading = (name: string) =>
    page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const dialog = (name: string | RegExp) => page.getByRole("dialog", { name });
  const applied = async () => {
    await dialog(/^Review/).waitFor({ state: "detached" });
    await saveBar(page).waitFor({ state: "detached" });
  };
  /** What the review needs before it can be applied by a key. */
  const canApply = async () => {
    const review = dialog(/^Review/);
    await review.locator("button:enabled", { hasText: "Apply" }).waitFor();
    // Until then a key goes to the page below.
    await review.and(page.locator(":focus-within")).waitFor();
  };

  test("the owner sets up the server", async () => {
    await page.goto(await server.setUpLink());
    await hand.hasFocus(page.getByLabel("E-mail"));
    await hand.type(ownerEmail);
    await hand.press("Tab");
    await hand.type("Owner");
    await hand.press("Tab");
    await hand.type(ownerPassword);
    await hand.click(button("Set password"));
    await heading("Get started");
    expect(hand.effort()).toEqual({ clicks: 1, keys: 2, confirmed: 0 });
  });

  test("a viewer is invited, and becomes a member", async () => {
    await hand.goTo("invite", /^Invite/);
    await dialog("Add a member").waitFor();
    await hand.type("ada@example.com");
    await hand.press("Tab", "Tab", "v", "Tab", "Tab", "Enter");
    const link = dialog("One-time link");
    const url = (await link.locator("pre").textContent()) ?? "";
    await hand.click(link.getByRole("button", { name: "I have copied it" }));
    const role = page.getByRole("combobox", { name: /^Role of ada/ });
    expect(await role.inputValue()).toBe("viewer");
    await hand.choose(role, "member");
    await page.locator("select:enabled").and(role).waitFor();
    expect(hand.effort()).toEqual({ clicks: 2, keys: 8, confirmed: 0 });
    const colleague = await browser.open({ expectedErrors: ["401"] });
    await colleague.goto(url);
    await colleague.getByLabel("New password").fill(colleaguePassword);
    await colleague.getByRole("button", { name: "Set password" }).click();
    await colleague.getByRole("button", { name: "New feature" }).first().waitFor();
    await colleague.context().close();
  });

  test("one of 300 features is found", async () => {
    const keys = Array.from(
      { length: 300 },
      (_, index) => `feature_${String(index).padStart(3, "0")}`,
    );
    const features = Object.fromEntries([...keys, "checkout"].map((key) => [key, {}]));
    await server.api("POST", "/import", { version: 1, features });
    await server.api("POST", "/environments", { name: "Staging" });
    await open("/");
    await hand.press("/");
    await hand.type("heck");
    await hand.press("Enter", "Enter");
    await heading("checkout");
    expect(hand.effort()).toEqual({ clicks: 0, keys: 3, confirmed: 0 });
  });

  test("a rollout: Staging first, then 5, 25 and 100% of Production", async () => {
    await hand.click(button("1 mirrors Production"));
    await hand.click(page.getByRole("menuitem", { name: "Staging" }));
    await page.getByText("Follows Production.").waitFor();
    const setTo = async (percentage: string) => {
      await hand.press("p");
      await hand.hasFocus(page.getByRole("spinbutton", { name: "Percentage of actors" }));
      await hand.press("Control+a");
      await hand.type(percentage);
    };
    await setTo("100");
    await hand.press("Control+Enter");
    await page.getByText("Overridden here.").waitFor();
    await hand.click(page.getByRole("link", { name: /^Production/ }));
    await page.getByText("Overridden here.").waitFor({ state: "detached" });
    for (const percentage of ["5", "25", "100"]) {
      await setTo(percentage);
      await hand.press("Enter");
      if (percentage === "100") {
        await hand.click(dialog(/^Review/).getByLabel("Type checkout to confirm"));
        await hand.confirm("checkout");
      }
      await canApply();
      await hand.press("Control+Enter");
      await applied();
    }
    expect((await gatesOf(server, "checkout")).percentageOfActors).toBe(100);
    expect(hand.effort()).toEqual({ clicks: 4, keys: 15, confirmed: 8 });
  });

  test("the same rollout with the mouse alone", async () => {
    await open("/features/feature_000");
    const percentage = () =>
      page.getByRole("region", { name: "Percentage of actors", exact: true });
    const openRow = () => hand.click(percentage().getByRole("button", { name: /^Percentage/ }));
    await hand.click(button("1 mirrors Production"));
    await hand.click(page.getByRole("menuitem", { name: "Staging" }));
    await page.getByText("Follows Production.").waitFor();
    await openRow();
    await hand.click(percentage().getByRole("button", { name: "100%", exact: true }));
    await hand.click(saveBar(page).getByRole("button", { name: "Save" }));
    await page.getByText("Overridden here.").waitFor();
    await hand.click(page.getByRole("link", { name: /^Production/ }));
    await page.getByText("Overridden here.").waitFor({ state: "detached" });
    await openRow();
    for (const step of ["5%", "25%", "100%"]) {
      await hand.click(percentage().getByRole("button", { name: step, exact: true }));
      await hand.click(saveBar(page).getByRole("button", { name: "Review" }));
      if (step === "100%") {
        await hand.click(dialog(/^Review/).getByLabel("Type feature_000 to confirm"));
        await hand.confirm("feature_000");
      }
      await canApply();
      await hand.click(dialog(/^Review/).getByRole("button", { name: "Apply" }));
      await applied();
    }
    expect(hand.effort()).toEqual({ clicks: 17, keys: 0, confirmed: 11 });
  });

  test("200 actors of a spreadsheet are added, without its heading", async () => {
    await open("/features/feature_001");
    const rows = Array.from({ length: 200 }, (_, index) => `User;${index}\tName ${index}\tpro`);
    await hand.press("a");
    await hand.hasFocus(button("Add actors"));
    await hand.press("Enter");
    const text = ["flipper_id\tname\tplan", ...rows].join("\n");
    await paste(page, dialog("Add actors").getByLabel("Actor ids"), text);
    await hand.click(page.getByLabel("The first row is a heading: skip it"));
    await hand.press("Enter");
    await saveBar(page).waitFor();
    await hand.press("Control+Enter");
    await canApply();
    await hand.press("Control+Enter");
    await applied();
    expect((await gatesOf(server, "feature_001")).actors).toHaveLength(200);
    expect(hand.effort()).toEqual({ clicks: 1, keys: 5, confirmed: 0 });
  });

  test("an expression has two conditions", async () => {
    await open("/features/feature_002");
    const row = page.getByRole("region", { name: "Expression", exact: true });
    await hand.click(row.getByRole("button", { name: /^Expression/ }));
    for (const [property, value] of [
      ["plan", "pro"],
      ["country", "DE"],
    ] as const) {
      await hand.click(row.getByRole("button", { name: "Add a condition" }));
      await hand.type(property);
      await hand.press("Tab", "Tab");
      await hand.type(value);
    }
    await hand.press("Control+Enter");
    await canApply();
    await hand.press("Control+Enter");
    await applied();
    expect((await gatesOf(server, "feature_002")).expression).toEqual({
      All: [
        { Equal: [{ Property: ["plan"] }, "pro"] },
        { Equal: [{ Property: ["country"] }, "DE"] },
      ],
    });
    expect(hand.effort()).toEqual({ clicks: 3, keys: 6, confirmed: 0 });
  });

  test("the page says why User;42 does not have a feature", async () => {
    await hand.press("t");
    await hand.hasFocus(page.getByLabel("Actor ids"));
    await hand.type("User;42 plan = free");
    await hand.press("Enter");
    await page.getByText("plan free is not pro").waitFor();
    expect(hand.effort()).toEqual({ clicks: 0, keys: 2, confirmed: 0 });
  });

  test("what a colleague changed yesterday is found and undone", async () => {
    const colleague = await browser.open({ expectedErrors: ["401"] });
    await colleague.goto(server.url);
    await colleague.getByLabel("E-mail").fill("ada@example.com");
    await colleague.getByLabel("Password").fill(colleaguePassword);
    await colleague.getByRole("button", { name: "Sign in", exact: true }).click();
    await colleague.getByRole("button", { name: "New feature" }).first().waitFor();
    const changed = await colleague.request.put(
      `${server.url}/admin/v1/environments/1/features/feature_003/percentage-of-actors`,
      { data: { percentage: 40 }, headers: { origin: server.url } },
    );
    expect(changed.status()).toBe(200);
    await colleague.context().close();
    // The reader's clock decides what yesterday is.
    await page.clock.setFixedTime(Date.now() + dayMs);
    await hand.click(page.getByRole("link", { name: "Audits", exact: true }));
    await heading("Audits");
    await hand.click(button("Yesterday"));
    const step = page.getByRole("listitem").filter({ hasText: "0% → 40%" });
    await step.getByText("ada", { exact: true }).waitFor();
    expect(hand.effort()).toEqual({ clicks: 2, keys: 0, confirmed: 0 });

    await hand.click(step.getByRole("button", { name: "Undo", exact: true }));
    const undo = dialog(/^Undo: /);
    await undo.getByText("Percentage of actors 40% → 0%").waitFor();
    await hand.click(undo.getByLabel("Type feature_003 to confirm"));
    await hand.confirm("feature_003");
    await hand.press("Enter");
    await undo.waitFor({ state: "detached" });
    expect((await gatesOf(server, "feature_003")).percentageOfActors).toBe(0);
    expect(hand.effort()).toEqual({ clicks: 2, keys: 1, confirmed: 11 });
  });
});
