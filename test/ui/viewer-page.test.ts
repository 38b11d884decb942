import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { run, testedProgram } from "../contract/server-process.ts";
import { accessibilityProblems, openGate, saveBar } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const gates = ["Percentage of actors", "Expression", "Actors", "Groups", "Percentage of time"];

describe("A viewer on the page of a feature", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 25 });
      await server.api("POST", "/features/search/percentage_of_time", { percentage: 5 });
      await server.api("POST", "/features/search/groups", { name: "staff" });
      for (let id = 1; id <= 12; id++) {
        await server.api("POST", "/features/search/actors", { flipper_id: `User;${id}` });
      }
      await server.api("POST", "/features/search/expression", {
        Equal: [{ Property: ["plan"] }, "pro"],
      });
    },
  });

  async function openAsViewer(): Promise<Page> {
    const { server, browser } = suite;
    const { out, err } = await run(
      testedProgram,
      ["member", "add", "viewer@example.com", "--role", "viewer", "--data", server.dataDirectory],
      { cwd: server.dataDirectory },
    );
    const [path = ""] = /\/set-up#\S+/.exec(out + err) ?? [];
    const page = await browser.open();
    await page.goto(server.url + path);
    await page.getByLabel("New password").fill("a quiet evening by the sea");
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    await suite.open("/features/search", page);
    return page;
  }

  test("reads every value as text, and finds nothing to set", async () => {
    const page = await openAsViewer();
    await page.getByText("You can look, not change.").waitFor();
    const card = page.getByRole("region", { name: "Who gets it" });
    for (const name of gates) {
      await openGate(page, name);
    }
    for (const role of ["switch", "slider", "checkbox", "spinbutton"] as const) {
      expect([role, await card.getByRole(role).count()]).toEqual([role, 0]);
    }
    await card.getByText("25%", { exact: true }).waitFor();
    await card
      .getByRole("region", { name: "Groups" })
      .getByRole("paragraph")
      .getByText("staff")
      .waitFor();
    await card.getByText("User;12", { exact: true }).waitFor();
    for (const name of ["Add actors", "Add group", "Turn off", "Undo", "More actions", "Revert"]) {
      expect([name, await page.getByRole("button", { name }).count()]).toEqual([name, 0]);
    }
    // The keys do nothing either.
    await page.getByRole("heading", { name: "search", level: 1 }).focus();
    await page.keyboard.press("Control+Enter");
    await page.keyboard.press("Control+z");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await saveBar(page).count()).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
