import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Changing a whole feature", () => {
  const suite = uiSuite({
    expectedErrors: ["404"],
    prepare: async (server) => {
      for (const name of ["search", "reports"]) {
        await server.api("POST", "/features", { name });
        await server.api("POST", `/features/${name}/actors`, { flipper_id: "User;1" });
        await server.api("POST", `/features/${name}/percentage_of_actors`, { percentage: 25 });
      }
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const theSwitch = () => suite.page.getByRole("switch", { name: "Enabled for everyone" });

  test("the switch asks for the typed key in Production, and a closed dialog changes nothing", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await theSwitch().click();
    const dialog = page.getByRole("dialog", { name: "Enable search for everyone?" });
    await dialog.getByLabel("Type search to confirm").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await theSwitch().getAttribute("aria-checked")).toBe("false");
    expect((await gatesOf(server, "search")).state).toBe("conditional");

    await theSwitch().click();
    await dialog.getByLabel("Type search to confirm").fill("search");
    await dialog.getByRole("button", { name: "Enable for everyone" }).click();
    await page.getByText("search is enabled for everyone.").waitFor();
    await page.getByText("Currently enabled for everyone", { exact: true }).waitFor();
    expect(await theSwitch().getAttribute("aria-checked")).toBe("true");
    expect((await gatesOf(server, "search")).state).toBe("on");
    expect((await gatesOf(server, "reports")).state).toBe("conditional");
  });

  test("another environment needs no typed key, and Production keeps its gates", async () => {
    const { page, server } = suite;
    await suite.open("/features/reports?env=staging");
    await page.getByText("Follows Production.").waitFor();
    await theSwitch().click();
    const dialog = page.getByRole("dialog", { name: "Enable reports for everyone?" });
    expect(await dialog.getByRole("textbox").count()).toBe(0);
    await dialog.getByRole("button", { name: "Enable for everyone" }).click();
    await page.getByText("Overridden here.").waitFor();
    expect((await gatesOf(server, "reports")).state).toBe("conditional");
    await theSwitch().click();
    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByText("reports is disabled.").waitFor();
    expect(await gatesOf(server, "reports")).toMatchObject({
      actors: ["User;1"],
      percentageOfActors: 25,
    });
  });

  test("clearing closes all gates of this feature alone", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Clear all gates" }).click();
    const dialog = page.getByRole("dialog", { name: "Clear all gates of search?" });
    const clear = dialog.getByRole("button", { name: "Clear all gates" });
    expect(await clear.isDisabled()).toBe(true);
    await dialog.getByLabel("Type search to confirm").fill("search");
    await clear.click();
    await page.getByText("Currently enabled for nobody").waitFor();
    expect(await gatesOf(server, "search")).toMatchObject({ state: "off", actors: [] });
    expect((await gatesOf(server, "reports")).state).toBe("conditional");
  });

  test("what people know of it is edited, and its gates stay", async () => {
    const { page, server } = suite;
    await suite.open("/features/reports");
    await page.getByRole("button", { name: "Edit the description" }).click();
    const dialog = page.getByRole("dialog", { name: "Describe reports" });
    expect(await dialog.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
    await dialog.getByLabel("Description").fill("Reports by the hour");
    await dialog.getByLabel("Longevity").selectOption("Temporary");
    await dialog.getByLabel("Owner").selectOption("Owner");
    await dialog.getByLabel("Tags").fill("web, billing, web");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("Reports by the hour").waitFor();
    await page.getByText("owned by Owner").waitFor();
    await suite.open("/?tag=billing");
    await page.getByRole("row").filter({ hasText: "reports" }).getByText("1 actor").waitFor();
    expect(await page.getByRole("row").filter({ hasText: "search" }).count()).toBe(0);
    expect((await gatesOf(server, "reports")).percentageOfActors).toBe(25);
  });

  test("deleting asks for the typed key, removes it everywhere, and leaves the others", async () => {
    const { page, server } = suite;
    await suite.open("/features/search?env=staging");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Clear all gates" }).waitFor();
    expect(await page.getByRole("menuitem", { name: "Delete the feature" }).count()).toBe(0);
    await suite.open("/features/search");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete the feature" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete search?" });
    await dialog.getByLabel("Type search to confirm").fill("searc");
    expect(await dialog.getByRole("button", { name: "Delete the feature" }).isDisabled()).toBe(
      true,
    );
    expect((await server.fetch("GET", "/features/search")).status).toBe(200);
    await dialog.getByLabel("Type search to confirm").fill("search");
    await dialog.getByRole("button", { name: "Delete the feature" }).click();
    await page.getByText("search is deleted.").waitFor();
    await page.getByRole("row").filter({ hasText: "reports" }).waitFor();
    expect((await server.fetch("GET", "/features/search")).status).toBe(404);
    expect((await server.fetch("GET", "/features/reports")).status).toBe(200);
  });
});
