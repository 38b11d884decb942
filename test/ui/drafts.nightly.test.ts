import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { applyDraft, frameLoaded, openGate, saveBar, signIn, signOut } from "./ui-browser.ts";
import { ownerEmail, ownerPassword } from "./ui-server.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Changes that are not saved", () => {
  const suite = uiSuite({
    // An ended session, a request without an answer, and the question of the browser.
    expectedErrors: ["401", "ERR_FAILED", "dialog:"],
    prepare: async (server) => {
      for (const name of ["search", "other"]) {
        await server.api("POST", "/features", { name });
      }
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const percentage = () =>
    suite.page.getByRole("spinbutton", { name: "Percentage of actors", exact: true });
  const open = async (path: string) => {
    await suite.open(path);
    return openGate(suite.page, "Percentage of actors");
  };
  const discard = () => saveBar(suite.page).getByRole("button", { name: "Discard" }).click();
  const storedDrafts = async () =>
    Number(
      await suite.page.evaluate(
        "Object.keys(localStorage).filter((name) => name.startsWith('gatehouse-draft')).length",
      ),
    );
  const storeAll = (change: string) =>
    suite.page.evaluate(`for (const name of Object.keys(localStorage)) {
      if (name.startsWith("gatehouse-draft")) {
        const draft = JSON.parse(localStorage.getItem(name));
        localStorage.setItem(name, ${change});
      }
    }`);

  test("are kept for their feature and environment, which its tab shows, until they are discarded", async () => {
    const { page, server } = suite;
    await open("/features/search");
    await percentage().fill("33");
    await page.getByRole("link", { name: "Features" }).first().click();
    await page.getByRole("link", { name: "other" }).click();
    await page.getByRole("heading", { name: "other", level: 1 }).waitFor();
    await openGate(page, "Percentage of actors");
    expect(await percentage().inputValue()).toBe("0");
    await open("/features/search?env=staging");
    expect(await percentage().inputValue()).toBe("0");
    expect(await saveBar(page).count()).toBe(0);
    const tab = page.getByRole("link", { name: /^Production/ });
    await tab.getByTitle("1 change is not saved").waitFor();
    await tab.click();
    await saveBar(page).getByText("1 change", { exact: true }).waitFor();
    await page.reload();
    await openGate(page, "Percentage of actors");
    expect(await percentage().inputValue()).toBe("33");
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(0);
    await discard();
    await open("/features/search");
    expect(await percentage().inputValue()).toBe("0");
    expect(await storedDrafts()).toBe(0);
  });

  test("are there after a session that ended, on the page that asked for the sign-in", async () => {
    const { page, server } = suite;
    await open("/features/search");
    await percentage().fill("4");
    await frameLoaded(page);
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await saveBar(page).getByRole("button", { name: "Review" }).click();
    const reason = page.getByRole("status").filter({ hasText: "Your session has ended" });
    await reason.getByText("Your draft of 1 change is kept").waitFor();
    expect(cookies).not.toEqual([]);
    await page.getByLabel("E-mail").fill(ownerEmail);
    await page.getByLabel("Password").fill(ownerPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "search", level: 1 }).waitFor();
    await applyDraft(page, "search");
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(4);
    expect(await storedDrafts()).toBe(0);
  });

  test("are kept or discarded when the person signs out, who is asked", async () => {
    const { page } = suite;
    const dialog = page.getByRole("dialog", { name: "Keep your unsaved changes?" });
    await open("/features/search");
    await percentage().fill("44");
    await signOut(page);
    await dialog.getByText("1 feature has changes that are not saved.").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await signOut(page);
    await dialog.getByRole("button", { name: "Keep and sign out" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await signIn(page, suite.server);
    await open("/features/search");
    expect(await percentage().inputValue()).toBe("44");
    await signOut(page);
    await dialog.getByRole("button", { name: "Discard and sign out" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await storedDrafts()).toBe(0);
    await signIn(page, suite.server);
    await open("/features/search");
    expect(await percentage().inputValue()).toBe("4");
    await signOut(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await signIn(page, suite.server);
  });

  test("of another person are not shown", async () => {
    const { page } = suite;
    await open("/features/search");
    await percentage().fill("55");
    // As another member of this browser would have left them.
    await page.evaluate(`for (const name of Object.keys(localStorage)) {
      if (name.startsWith("gatehouse-draft")) {
        localStorage.setItem(name.replace(/\\[\\d+,/, "[4711,"), localStorage.getItem(name));
        localStorage.removeItem(name);
      }
    }`);
    await open("/features/search");
    expect(await percentage().inputValue()).toBe("4");
    expect(await saveBar(page).count()).toBe(0);
    expect(await storedDrafts()).toBe(1);
    await page.evaluate("localStorage.clear()");
  });

  test("do no harm when they are damaged, of an older version, or of last month", async () => {
    const { page } = suite;
    const monthMs = 30 * 86_400_000;
    for (const damaged of [
      "'{'",
      "JSON.stringify({ ...draft, edits: null })",
      "JSON.stringify({ edits: draft.edits, at: draft.at })",
      "JSON.stringify({ ...draft, edits: { actors: {} } })",
      "JSON.stringify({ ...draft, edits: { expression: { tree: { kind: 1 }, json: '', jsonProblem: null } } })",
      `JSON.stringify({ ...draft, at: draft.at - ${monthMs} })`,
    ]) {
      await open("/features/search");
      await percentage().fill("66");
      await saveBar(page).waitFor();
      await storeAll(damaged);
      await open("/features/search");
      expect([damaged, await percentage().inputValue()]).toEqual([damaged, "4"]);
      expect([damaged, await saveBar(page).count(), await storedDrafts()]).toEqual([damaged, 0, 0]);
    }
  });

  test("stay when no answer comes, which is said in red until it is closed, and nothing is claimed", async () => {
    const { page, server } = suite;
    await open("/features/search?env=staging");
    await percentage().fill("7");
    await page.route("**/changes", (route) => route.abort());
    await percentage().press("Enter");
    const failure = page.locator(".toast-error");
    await failure.getByText("The server cannot be reached.").waitFor();
    expect(await page.locator(".toast-done").count()).toBe(0);
    await saveBar(page).getByText("1 change", { exact: true }).waitFor();
    expect(await percentage().inputValue()).toBe("7");
    await page.unroute("**/changes");
    await percentage().press("Enter");
    await saveBar(page).waitFor({ state: "detached" });
    await page.locator(".toast-done").getByText("7% of actors in Staging").waitFor();
    await failure.hover();
    await failure.getByRole("button", { name: "Close" }).click();
    await failure.waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(4);
  });

  test("are gone once they are applied, also for a person who did not wait for the answer", async () => {
    const { page } = suite;
    const answered = Promise.withResolvers<void>();
    await open("/features/search?env=staging");
    const actors = await openGate(page, "Actors");
    await actors.getByRole("button", { name: "Add actors" }).click();
    await page.getByRole("dialog").getByLabel("Actor ids").fill("User;1");
    await page.getByRole("dialog").getByRole("button", { name: "Add 1 actor" }).click();
    await page.route("**/changes", async (route) => {
      const response = await route.fetch();
      await answered.promise;
      await route.fulfill({ response });
    });
    await saveBar(page).getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Features" }).first().click();
    await page.getByRole("row").filter({ hasText: "other" }).waitFor();
    answered.resolve();
    await page.locator(".toast-done").getByText("in Staging").waitFor();
    expect(await storedDrafts()).toBe(0);
    await page.unroute("**/changes");
  });

  test("are shown as saved once they are applied, and followed by others, before the feature is reloaded", async () => {
    const { page } = suite;
    const gate = await open("/features/search?env=staging");
    const released = Promise.withResolvers<void>();
    await page.route(/\/features\/search$/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await percentage().fill("23");
    await saveBar(page).getByRole("button", { name: "Save" }).click();
    await saveBar(page).waitFor({ state: "detached" });
    expect(await percentage().inputValue()).toBe("23");
    expect(await gate.locator(".gate-line").textContent()).toContain("23%");
    await percentage().fill("22");
    await saveBar(page).getByRole("button", { name: "Save" }).click();
    await saveBar(page).waitFor({ state: "detached" });
    expect(await gate.locator(".gate-line").textContent()).toContain("22%");
    released.resolve();
    await page.unrouteAll({ behavior: "wait" });
  });

  test("that are made before the answer comes are no conflict with the applied ones", async () => {
    const { page } = suite;
    const answered = Promise.withResolvers<void>();
    const gate = await open("/features/search?env=staging");
    await page.route("**/changes", async (route) => {
      const response = await route.fetch();
      await answered.promise;
      await route.fulfill({ response });
    });
    await percentage().fill("24");
    await saveBar(page).getByRole("button", { name: "Save" }).click();
    await percentage().fill("26");
    answered.resolve();
    await page.locator(".toast-done").getByText("24% of actors in Staging").waitFor();
    await gate.getByText("24%").first().waitFor();
    expect(await gate.getByRole("alert").count()).toBe(0);
    await page.unroute("**/changes");
    await saveBar(page).getByRole("button", { name: "Save" }).click();
    await saveBar(page).waitFor({ state: "detached" });
    expect(await percentage().inputValue()).toBe("26");
  });

  test("are gone in every tab once they are applied in one", async () => {
    const { page } = suite;
    const gate = await open("/features/search?env=staging");
    await percentage().fill("8");
    const other = await page.context().newPage();
    await suite.open("/features/search?env=staging", other);
    await saveBar(other).getByRole("button", { name: "Save" }).click();
    await saveBar(page).waitFor({ state: "detached" });
    await gate.getByText("8%", { exact: true }).waitFor();
    expect(await percentage().inputValue()).toBe("8");
    await other.close();
  });

  test("are asked about before the page closes only if the browser stores nothing", async () => {
    const page = await suite.page.context().newPage();
    const asked: string[] = [];
    page.on("dialog", async (dialog) => {
      asked.push(dialog.type());
      await dialog.accept();
    });
    await suite.open("/features/search", page);
    await openGate(page, "Percentage of actors");
    const field = page.getByRole("spinbutton", { name: "Percentage of actors" });
    await field.fill("77");
    await page.reload();
    await saveBar(page).waitFor();
    expect(asked).toEqual([]);
    await page.evaluate("Storage.prototype.setItem = () => { throw new Error('full'); }");
    await openGate(page, "Percentage of actors");
    await field.fill("78");
    await field.press("End");
    await page.reload();
    await saveBar(page).waitFor();
    expect(asked).toEqual(["beforeunload"]);
    await saveBar(page).getByRole("button", { name: "Discard" }).click();
    await page.close();
  });
});
