import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { typeKey } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const dayMs = 86_400_000;

describe("The audits of many features", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "kept" });
      await server.api("POST", "/features/kept/percentage_of_actors", { percentage: 25 });
      await server.api("POST", "/features", { name: "gone" });
      await server.api("POST", "/features/gone/actors", { flipper_id: "User;7" });
      await server.api("POST", "/import", {
        version: 1,
        features: { kept: { boolean: "true" }, added: { actors: ["A", "B"] } },
      });
    },
  });

  const changes = () => suite.page.getByRole("main").getByRole("listitem");
  const dialog = () => suite.page.getByRole("dialog", { name: /^Undo: / });
  /** A change by the owner, with the session of the page. */
  const change = (method: string, path: string, body: object) =>
    suite.page.evaluate(
      async ([verb, url, text]) => {
        const headers = { "content-type": "application/json" };
        const answer = await fetch(`/admin/v1${url}`, { method: verb, headers, body: text });
        return answer.status;
      },
      [method, path, JSON.stringify(body)] as const,
    );

  test("filters by text, feature, action and author are in the URL and add up", async () => {
    const { page } = suite;
    await suite.open("/audits");
    const path = "/environments/1/features/kept/percentage-of-time";
    expect(await change("PUT", path, { percentage: 5, reason: "error budget" })).toBe(200);
    await suite.server.api("POST", "/features/kept/groups", { name: "staff" });
    await changes().filter({ hasText: "Import: 5 changes" }).waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("STAFF");
    await changes().filter({ hasText: "Group staff added" }).waitFor();
    await changes().filter({ hasText: "Import" }).waitFor({ state: "detached" });
    await page.getByLabel("Search audits").fill("budget");
    await changes().filter({ hasText: "“error budget”" }).waitFor();
    await page.getByText("1 step", { exact: true }).first().waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("budget");
    await suite.open("/audits?key=kept");
    await changes().filter({ hasText: "Group staff added" }).waitFor();
    expect(await changes().filter({ hasText: "gone" }).count()).toBe(0);
    await page.getByLabel("Who").selectOption("Owner");
    await changes().filter({ hasText: "Group staff added" }).waitFor({ state: "detached" });
    await changes().filter({ hasText: "5%" }).getByText("Owner", { exact: true }).waitFor();
    expect(await changes().count()).toBe(1);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("key")).toBe("kept");
    expect(searchParams.get("actor")).toBe("User:1");
    await page.reload();
    await changes().filter({ hasText: "5%" }).waitFor();
    expect(await changes().count()).toBe(1);
    await page.getByLabel("Action").selectOption("Deleted");
    await page.getByText("No change matches").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).first().click();
    await changes().filter({ hasText: "Import: 5 changes" }).waitFor();
    await suite.open("/audits?key=kept");
    await page.getByRole("button", { name: "Show all features instead of kept" }).click();
    await changes().filter({ hasText: "gone" }).first().waitFor();
  });

  test("days are filtered by the reader's clock: presets, and dates of links", async () => {
    const { page } = suite;
    const now = Date.now();
    const today = new Date(now).toISOString().slice(0, 10);
    const tomorrow = new Date(now + dayMs).toISOString().slice(0, 10);
    await suite.open(`/audits?since=${today}`);
    await changes().filter({ hasText: "Import: 5 changes" }).waitFor();
    await page.getByLabel("From").fill(tomorrow);
    await page.getByText("No change matches").waitFor();
    await page.getByRole("button", { name: "Yesterday", exact: true }).click();
    await page.getByText("No change matches").waitFor();
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("when"), searchParams.get("since")]).toEqual(["yesterday", null]);
    await page.getByRole("button", { name: "Today", exact: true }).click();
    await page.getByRole("heading", { name: /^Today/, level: 2 }).waitFor();
    await page.getByRole("button", { name: "7 days" }).click();
    await changes().filter({ hasText: "Import: 5 changes" }).waitFor();
    expect(await page.getByLabel("From").count()).toBe(0);
    await page.getByRole("button", { name: "Dates…" }).click();
    await page
      .getByLabel("To", { exact: true })
      .fill(new Date(now - dayMs).toISOString().slice(0, 10));
    await page.getByText("No change matches").waitFor();
  });

  test("steps of all environments are listed, and one can be chosen", async () => {
    const { page } = suite;
    await suite.open("/audits");
    expect(await change("POST", "/environments", { name: "Staging" })).toBe(200);
    const staging = "/environments/staging/features/kept/percentage-of-actors";
    expect(await change("PUT", staging, { percentage: 33 })).toBe(200);
    await suite.open("/audits");
    const row = changes().filter({ hasText: "33%" });
    await row.getByText("Staging", { exact: true }).waitFor();
    expect(await changes().count()).toBeGreaterThan(2);
    await page.getByLabel("Environment", { exact: true }).selectOption("Staging");
    await changes().filter({ hasText: "Import" }).waitFor({ state: "detached" });
    expect(await changes().count()).toBe(1);
    expect(new URL(page.url()).searchParams.get("environment")).toBe("staging");
    // The undo changes the environment of the row, whichever is chosen elsewhere.
    await row.getByRole("button", { name: "Undo", exact: true }).click();
    await dialog().getByText("kept in Staging").waitFor();
    await dialog().getByRole("button", { name: "Undo", exact: true }).click();
    await changes().filter({ hasText: "Undone: follows Production again" }).waitFor();
  });

  test("keys move a visible cursor and open the row, also from the search", async () => {
    const { page } = suite;
    await suite.open("/audits?key=kept");
    const current = page.locator(".log-row[data-current]");
    expect(await current.count()).toBe(0);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    const second = await changes().nth(1).getAttribute("id");
    expect(await current.getAttribute("id")).toBe(second);
    await page.keyboard.press("ArrowUp");
    expect(await current.getAttribute("id")).not.toBe(second);
    await page.keyboard.press("Enter");
    await current.getByText("Record", { exact: true }).waitFor();
    await page.keyboard.press("Escape");
    await current.getByText("Record", { exact: true }).waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    expect(await current.getAttribute("id")).toBe(second);
  });

  test("what the filter selects is downloaded as CSV and as JSON lines", async () => {
    const { page } = suite;
    await suite.open("/audits?key=gone");
    const download = async (name: string) => {
      await page.getByRole("button", { name: "Export…" }).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name }).click(),
      ]);
      const text = await Bun.file(await file.path()).text();
      return { name: file.suggestedFilename(), lines: text.trim().split("\n") };
    };
    const csv = await download("CSV, for spreadsheets");
    expect(csv.name).toBe("audits.csv");
    expect(csv.lines.slice(1).every((line) => line.includes("gone"))).toBe(true);
    const json = await download("JSON lines, for programs");
    expect(json.name).toBe("audits.jsonl");
    expect(json.lines.map((line) => JSON.parse(line).featureKey)).toEqual(["gone", "gone", "gone"]);
  });

  test("an import is one step, and its undo brings all features back at once", async () => {
    const { page, server } = suite;
    await suite.open("/audits");
    const step = changes().filter({ hasText: "Import: 5 changes" });
    await step.getByRole("button", { name: "Import: 5 changes" }).click();
    await step.getByText("Actor A added").waitFor();
    await step.getByRole("button", { name: "Undo", exact: true }).click();
    await dialog().getByText("This was one step with 3 features. All of them return.").waitFor();
    await dialog().getByText("The feature is created").waitFor();
    await dialog().getByText("The feature is deleted").waitFor();
    await typeKey(dialog());
    await dialog().getByRole("button", { name: "Undo", exact: true }).click();
    await dialog().waitFor({ state: "detached" });
    expect(await gatesOf(server, "kept")).toMatchObject({
      state: "conditional",
      percentageOfActors: 25,
      percentageOfTime: 0,
      groups: [],
    });
    expect((await gatesOf(server, "gone")).actors).toEqual(["User;7"]);
    expect((await server.fetch("GET", "/features/added")).status).toBe(404);
    await changes().filter({ hasText: "Undone: 3 features" }).first().waitFor();
    await page.getByRole("link", { name: "Features" }).first().click();
    await page.getByRole("row").filter({ hasText: "gone" }).getByText("1 actor").waitFor();
    await page.keyboard.press("Control+z");
    const question = page.getByRole("dialog", { name: "This change affects many actors" });
    await question.waitFor();
    await typeKey(question);
    await question.getByRole("button", { name: "Change it" }).click();
    await page.getByRole("row").filter({ hasText: "added" }).waitFor();
    expect((await server.fetch("GET", "/features/gone")).status).toBe(404);
  });
});
