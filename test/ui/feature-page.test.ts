import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { applyDraft, openGate, setUpOwner, signIn, typeKey, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

interface FeatureObject {
  readonly state: string;
  readonly gates: readonly { readonly key: string; readonly value: unknown }[];
}

describe("The page of one feature", () => {
  let server: UiServer;
  let browser: UiBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await UiServer.start();
    browser = await UiBrowser.launch();
    page = await browser.open();
    await setUpOwner(page, server);
    await server.api("POST", "/features", { name: "search" });
    await page.goto(`${server.url}/features/search`);
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const card = (name: string): Locator => page.getByRole("region", { name, exact: true });
  const json = () => page.getByLabel("Expression as JSON");

  async function gate(key: string): Promise<unknown> {
    const feature = (await server.api("GET", "/features/search")) as FeatureObject;
    return feature.gates.find((each) => each.key === key)?.value;
  }

  test("a percentage is set by a step, and only when it is applied", async () => {
    const percentage = await openGate(page, "Percentage of actors");
    await percentage.getByRole("button", { name: "25%" }).click();
    await percentage.getByText("changed", { exact: true }).waitFor();
    expect(await gate("percentage_of_actors")).toBe(0);
    await applyDraft(page, "search");
    await percentage.getByText("changed", { exact: true }).waitFor({ state: "detached" });
    expect(await gate("percentage_of_actors")).toBe(25);
  });

  test("actors are pasted at once, and several are removed", async () => {
    await openGate(page, "Actors");
    await page.getByRole("button", { name: "Add actors" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill("User;1, User;2\nUser;3 User;1");
    await dialog.getByRole("button", { name: "Add 3 actors" }).click();
    await applyDraft(page, "search");
    await card("Actors").getByLabel("User;1").check();
    await card("Actors").getByLabel("User;3").check();
    expect(await gate("actors")).toEqual(["User;1", "User;2", "User;3"]);
    await page.getByRole("button", { name: "Remove 2 actors" }).click();
    await card("Actors").getByLabel("User;3", { exact: true }).waitFor({ state: "detached" });
    await applyDraft(page, "search");
    expect(await gate("actors")).toEqual(["User;2"]);
  });

  test("a group that nobody knows is told before it is added", async () => {
    await openGate(page, "Groups");
    await page.getByLabel("Another group").fill("beta");
    await page.getByText("beta is unknown here").waitFor();
    await page.getByRole("button", { name: "Add group" }).click();
    await card("Groups").getByRole("button", { name: "beta", pressed: true }).waitFor();
    await applyDraft(page, "search");
    expect(await gate("groups")).toEqual(["beta"]);
  });

  test("a condition is a sentence, whose JSON is shown", async () => {
    const expression = await openGate(page, "Expression");
    await page.getByRole("button", { name: "Add a condition" }).click();
    await expression.getByLabel("Property of the expression").fill("zip");
    await expression.getByLabel("Value of the expression", { exact: true }).fill("007");
    await expression.getByRole("button", { name: "JSON", exact: true }).click();
    expect(await json().inputValue()).toContain('{ "Property": ["zip"] }, "007"');
    await page.getByText("The server accepts this expression").waitFor();
    await applyDraft(page, "search");
    expect(await gate("expression")).toEqual({ Equal: [{ Property: ["zip"] }, "007"] });
  });

  test("a question is asked with Enter, explained gate by gate, and shared by its link", async () => {
    await page.getByLabel("Actor ids").fill("User;9");
    await page.getByText("Properties and groups").click();
    await page.getByLabel("Properties").fill('zip = "007"');
    await page.keyboard.press("Enter");
    await page.getByText("Enabled by Expression").waitFor();
    await page.getByText(/^bucket [\d,]+/).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText("Enabled by Expression").waitFor();
    expect(await other.getByLabel("Actor ids").inputValue()).toBe("User;9");
    await other.close();
  });

  test("a change is undone from the history after a preview", async () => {
    const history = card("History");
    await history
      .getByRole("listitem")
      .filter({ hasText: "Percentage of actors 0% → 25%" })
      .getByRole("button", { name: "Undo", exact: true })
      .click();
    const dialog = page.getByRole("dialog", { name: /^Undo: / });
    await dialog.getByText("Percentage of actors 25% → 0%").waitFor();
    await dialog.getByText(/later changes? stays?/).waitFor();
    expect(await gate("percentage_of_actors")).toBe(25);
    await typeKey(dialog);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await history.getByText("Undone").first().waitFor();
    expect(await gate("percentage_of_actors")).toBe(0);
  });

  test("a deleted feature shows its history, which brings it back", async () => {
    await server.api("POST", "/features/search/actors", { flipper_id: "User;2" });
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete the feature" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete search?" });
    expect(await dialog.getByRole("button", { name: "Delete the feature" }).isDisabled()).toBe(
      true,
    );
    await dialog.getByLabel("Type search to confirm").fill("search");
    await dialog.getByRole("button", { name: "Delete the feature" }).click();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    expect((await server.fetch("GET", "/features/search")).status).toBe(404);

    const visitor = await browser.open({ expectedErrors: ["404"] });
    await visitor.goto(server.url);
    await signIn(visitor, server);
    await visitor.goto(`${server.url}/features/search`);
    await visitor.getByText("There is no feature search").waitFor();
    await visitor
      .getByRole("listitem")
      .filter({ hasText: "Deleted" })
      .getByRole("button", { name: "Undo", exact: true })
      .click();
    const undo = visitor.getByRole("dialog", { name: /^Undo: / });
    await undo.getByText("The feature is created").waitFor();
    await undo.getByRole("button", { name: "Undo" }).click();
    await visitor.getByRole("switch", { name: "Enabled for everyone" }).waitFor();
    expect(await gate("actors")).toEqual(["User;2"]);
  });
});
