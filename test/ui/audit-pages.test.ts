import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { typeKey } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

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
  const dialog = () => suite.page.getByRole("dialog", { name: "Undo this change?" });

  test("filters by feature, action and author are in the URL and add up", async () => {
    const { page } = suite;
    await suite.open("/features/kept");
    await page.getByRole("spinbutton", { name: "Percentage of time" }).fill("5");
    await page.keyboard.press("Enter");
    await page.getByText("Currently enabled for everyone", { exact: true }).waitFor();
    await suite.server.api("POST", "/features/kept/groups", { name: "staff" });
    await suite.open("/audits");
    await changes().filter({ hasText: "Import: 5 changes" }).waitFor();
    await page.getByLabel("Feature", { exact: true }).fill("kept");
    await changes().filter({ hasText: "Group staff added" }).waitFor();
    await changes().filter({ hasText: "gone" }).first().waitFor({ state: "detached" });
    await page.getByLabel("Who").selectOption("Owner");
    await changes().filter({ hasText: "Group staff added" }).waitFor({ state: "detached" });
    await changes().filter({ hasText: "5%" }).getByText("by Owner").waitFor();
    expect(await changes().count()).toBe(1);
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("key")).toBe("kept");
    expect(searchParams.get("actor")).not.toBeNull();
    await page.reload();
    await changes().filter({ hasText: "5%" }).waitFor();
    expect(await changes().count()).toBe(1);
    await page.getByLabel("Action").selectOption("Deleted");
    await page.getByText("No change matches").waitFor();
    await page.getByRole("button", { name: "Clear" }).click();
    await changes().filter({ hasText: "Import: 5 changes" }).waitFor();
  });

  test("days are filtered by the reader's clock", async () => {
    const { page } = suite;
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await suite.open(`/audits?from=${today}`);
    await changes().filter({ hasText: "Import: 5 changes" }).waitFor();
    await page.getByLabel("From").fill(tomorrow);
    await page.getByText("No change matches").waitFor();
  });

  test("an import is one step, and its undo brings all features back at once", async () => {
    const { page, server } = suite;
    await suite.open("/audits");
    const step = changes().filter({ hasText: "Import: 5 changes" });
    await step.getByRole("button", { name: /^Show \d+ changes$/ }).click();
    await step.getByText("Actor A added").waitFor();
    await step.getByRole("button", { name: "Undo", exact: true }).click();
    await dialog().getByText("This was one step with 3 features. All of them return.").waitFor();
    await dialog().getByText("The feature is created").waitFor();
    await dialog().getByText("The feature is deleted").waitFor();
    await typeKey(dialog());
    await dialog().getByRole("button", { name: "Undo" }).click();
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
  });
});
