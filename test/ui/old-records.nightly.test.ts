import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { run, ServerProcess, testedProgram } from "../contract/server-process.ts";
import { OldDirectory } from "../upgrade/old-directory.ts";
import { applyDraft, openGate, settled, UiBrowser } from "./ui-browser.ts";

const beforeUndo = "0001_audit_blocks";
const key = "a/b 🎉";

describe("The data of an older version", () => {
  const stack = new AsyncDisposableStack();
  let server: ServerProcess;
  let browser: UiBrowser;
  let page: Page;

  beforeAll(async () => {
    const directory = stack.use(new OldDirectory(beforeUndo));
    server = stack.use(
      await ServerProcess.start(testedProgram, directory.path, { mode: "hosted" }),
    );
    browser = stack.use(await UiBrowser.launch());
    page = await browser.open();
    const email = "user-1@example.com";
    const { out, err } = await run(
      testedProgram,
      ["member", "reset", email, "--data", directory.path],
      { cwd: directory.path },
    );
    const [path = ""] = /\/set-up#\S+/.exec(out + err) ?? [];
    await page.goto(server.url + path);
    await page.getByLabel("New password").fill("a calm and quiet morning");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(() => stack.disposeAsync());

  test("records without the gates before them say so, and have no undo", async () => {
    await page.goto(`${server.url}/audits`);
    await settled(page);
    const record = page.getByRole("listitem").filter({ hasText: key });
    await record.getByText("cannot be undone: an older version recorded it").waitFor();
    expect(await record.getByRole("button", { name: "Undo", exact: true }).count()).toBe(0);
  });

  test("what changes from now on can be undone, also of a feature that was there", async () => {
    await page.goto(`${server.url}/features/${encodeURIComponent(key)}`);
    await settled(page);
    await openGate(page, "Percentage of actors");
    const field = page.getByRole("spinbutton", { name: "Percentage of actors" });
    expect(await field.inputValue()).toBe("25");
    await field.fill("60");
    await field.press("Enter");
    await applyDraft(page, key);
    const record = page.getByRole("listitem").filter({ hasText: "25% → 60%" });
    await record.getByRole("button", { name: "Undo", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: /^Undo: / });
    await dialog.getByText("Percentage of actors 60% → 25%").waitFor();
    await dialog.getByRole("button", { name: "Undo", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("listitem")
      .filter({ hasText: /Undone/ })
      .waitFor();
    expect(await field.inputValue()).toBe("25");
    const actors = page.getByRole("region", { name: "Actors", exact: true });
    await actors.getByText("User;1").first().waitFor();
  });

  test("features look finished by the rules of the settings, and no others", async () => {
    const finished = page
      .locator("section")
      .filter({ has: page.getByRole("heading", { name: "Looks finished" }) });
    await page.goto(`${server.url}/telemetry`);
    await finished.getByText("No feature looks finished.").waitFor();
    await finished.getByRole("link", { name: "When is a feature finished?" }).click();
    await page.getByLabel("Not set").check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Telemetry" }).click();
    const row = finished.getByRole("listitem");
    await row.getByText("Off for everyone").waitFor();
    expect(await row.getByRole("link").allTextContents()).toEqual(["__proto__"]);
    await row.getByRole("button", { name: "How to remove __proto__" }).click();
    await page.getByRole("dialog").getByText("In your code, delete the check").waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await page.goto(`${server.url}/settings/cleanup`);
    await page.getByLabel("Days without a change").fill("3651");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await page.getByLabel("Days without a change").inputValue()).toBe("3651");
    await page.reload();
    expect(await page.getByLabel("Days without a change").inputValue()).toBe("30");
  });
});
