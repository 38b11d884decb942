import { describe, expect, test } from "bun:test";
import { adminCall, protect } from "./approval-steps.ts";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Every way to change a protected environment", () => {
  const suite = uiSuite({
    expectedErrors: ["403", "422"],
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 10 });
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  /** Answers the question, and waits for the request. */
  async function askTo(what: string): Promise<void> {
    const { page } = suite;
    const question = page.getByRole("dialog", { name: "This change needs approval" });
    await question.getByLabel("Why?").fill(`To ${what}`);
    await question.getByRole("button", { name: "Ask for approval" }).click();
    await page.getByRole("heading", { name: /"search"$/, level: 1 }).waitFor();
    const talk = page.getByRole("region", { name: "Conversation" });
    await talk.getByText(`To ${what}`, { exact: true }).waitFor();
  }

  test("an undo, a copy, a mirror and an import become requests", async () => {
    const { page, server } = suite;
    const change = { changes: [{ gate: "percentage_of_actors", action: "enable", value: 30 }] };
    const path = "/environments/staging/features/search/changes";
    await adminCall(page, server, "POST", path, change);
    const owners = { rules: [{ count: 1, roles: ["owner"], members: [], tokens: [] }] };
    await protect(suite);
    await adminCall(page, server, "PUT", "/environments/staging/policy", { policy: owners });

    await suite.open("/features/search");
    const history = page.getByRole("region", { name: "History" });
    await history.getByRole("button", { name: "Undo", exact: true }).first().click();
    const undo = page.getByRole("dialog", { name: /^Undo: / });
    await undo.getByText("Percentage of actors 10% → 0%").waitFor();
    expect(await undo.getByText(/^Type /).count()).toBe(0);
    await undo.getByRole("button", { name: "Undo" }).click();
    await askTo("undo");

    await suite.open("/features/search?env=staging");
    await page.getByRole("button", { name: "Mirror Production again" }).click();
    await askTo("mirror");

    await suite.open("/features/search?env=staging");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Copy the gates to…" }).click();
    const copy = page.getByRole("dialog", { name: "Copy the gates of search" });
    await copy.getByLabel("To the environment").selectOption("Production");
    await copy.getByText("Production then: 30% of actors").waitFor();
    expect(await copy.getByText(/^Type /).count()).toBe(0);
    await copy.getByRole("button", { name: "Copy the gates" }).click();
    await askTo("copy");

    await suite.open("/settings/transfer");
    const content = JSON.stringify({ version: 1, features: { search: { boolean: "true" } } });
    await page
      .getByLabel("Choose a file")
      .first()
      .setInputFiles({
        name: "features.json",
        mimeType: "application/json",
        buffer: Buffer.from(content),
      });
    await page.getByRole("radio", { name: /^Merge/ }).check();
    await page.getByRole("button", { name: /^Import \d/ }).click();
    const confirm = page.getByRole("dialog", { name: /^Import \d/ });
    await confirm.getByRole("button", { name: "Import", exact: true }).click();
    await askTo("import");

    await suite.open("/features/search");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete the feature" }).click();
    const deletion = page.getByRole("dialog", { name: "Delete search?" });
    await deletion.getByRole("button", { name: "Delete the feature" }).click();
    await askTo("delete");
    expect(await gatesOf(server, "search")).toMatchObject({
      boolean: false,
      percentageOfActors: 10,
    });
  });

  test("a switch of the list becomes a request without the key", async () => {
    const { page } = suite;
    await suite.open("/");
    await page.getByRole("row").filter({ hasText: "search" }).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("e");
    const dialog = page.getByRole("dialog", { name: /search/ });
    await dialog.getByRole("button", { name: "Enable for everyone" }).click();
    await askTo("switch");
  });

  test("a change of many features without approval asks for their number", async () => {
    const { page, server } = suite;
    await suite.open("/");
    await page.getByRole("checkbox", { name: "Select search" }).click();
    const bar = page.getByRole("region", { name: "Selection" });
    await bar.getByRole("button", { name: "Set…" }).click();
    const bulk = page.getByRole("dialog", { name: "Set 1 feature" });
    await bulk.getByRole("button", { name: "Apply" }).click();
    const question = page.getByRole("dialog", { name: "This change needs approval" });
    await question.getByRole("button", { name: "Bypass…" }).click();
    await question.getByLabel("Why?").fill("outage of the search");
    await question.getByRole("button", { name: "Apply without approval" }).click();
    const typed = page.getByRole("dialog", { name: "This change affects many actors" });
    await typed.getByLabel("Type 1 to confirm").fill("1");
    expect(await gatesOf(server, "search")).toMatchObject({ boolean: false });
    await typed.getByRole("button", { name: "Change it" }).click();
    await bulk.waitFor({ state: "detached" });
    expect(await gatesOf(server, "search")).toMatchObject({ boolean: true });
  });
});
