import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { confirmNoticed } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("The undo of a message", () => {
  const suite = uiSuite({
    expectedErrors: ["404"],
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/actors", { flipper_id: "User;1" });
    },
  });

  const turnOff = async () => {
    const { page } = suite;
    await suite.open("/features/search");
    await page.getByRole("button", { name: "Turn off", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Turn off search?" });
    await dialog.getByLabel("Why?").fill("too slow");
    await dialog.getByLabel("Type search to confirm").fill("search");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    return page.locator(".toast").filter({ hasText: "search" });
  };

  test("undoes exactly the change of the message, and keeps later ones", async () => {
    const { page, server } = suite;
    const toast = await turnOff();
    await server.api("POST", "/features/search/percentage_of_time", { percentage: 5 });
    await toast.getByRole("button", { name: "Undo" }).click();
    await page.locator(".toast").filter({ hasText: "Undone. You can undo this too" }).waitFor();
    expect(await gatesOf(server, "search")).toMatchObject({
      actors: ["User;1"],
      percentageOfTime: 5,
    });
    await suite.open("/audits?key=search");
    const row = page.getByRole("listitem").filter({ hasText: "“too slow”" });
    await row.getByText("undone by Owner").waitFor();
  });

  test("refuses if it would undo a later change too", async () => {
    const { page, server } = suite;
    await server.api("POST", "/features/search/percentage_of_time", { percentage: 9 });
    const toast = await turnOff();
    await server.api("POST", "/features/search/percentage_of_time", { percentage: 7 });
    await toast.getByRole("button", { name: "Undo" }).click();
    await page.getByText("The same has changed again since.").waitFor();
    expect(await gatesOf(server, "search")).toMatchObject({ actors: [], percentageOfTime: 7 });
  });

  test("Ctrl Z creates a deleted feature again", async () => {
    const { page, server } = suite;
    await server.api("POST", "/features/search/actors", { flipper_id: "User;2" });
    await suite.open("/features/search");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete the feature" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete search?" });
    await dialog.getByLabel("Type search to confirm").fill("search");
    await dialog.getByRole("button", { name: "Delete the feature" }).click();
    await page.locator(".toast").filter({ hasText: "search" }).waitFor();
    expect((await server.fetch("GET", "/features/search")).status).toBe(404);
    await page.keyboard.press("Control+z");
    await page.locator(".toast").filter({ hasText: "Undone. You can undo this too" }).waitFor();
    expect((await gatesOf(server, "search")).actors).toEqual(["User;2"]);
    // A second one undoes the undo, which many notice.
    await page.keyboard.press("Control+z");
    await confirmNoticed(page, "search");
    await page.getByRole("row").filter({ hasText: "search" }).waitFor({ state: "detached" });
    expect((await server.fetch("GET", "/features/search")).status).toBe(404);
  });
});
