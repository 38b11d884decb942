import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { typeKey } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Undo", () => {
  const suite = uiSuite({
    expectedErrors: ["409"],
    prepare: async (server) => {
      for (const name of ["search", "reports"]) {
        await server.api("POST", "/features", { name });
        await server.api("POST", `/features/${name}/actors`, { flipper_id: "User;1" });
      }
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 25 });
      await server.api("POST", "/features/search/boolean");
    },
  });

  const changes = () => suite.page.getByRole("main").getByRole("listitem");
  const dialog = () => suite.page.getByRole("dialog", { name: "Undo this change?" });
  const preview = () => dialog().getByRole("region", { name: "What would change" });
  const undo = async (text: string) => {
    await changes().filter({ hasText: text }).first().getByRole("button", { name: "Undo" }).click();
    await preview().getByRole("list").first().waitFor();
  };
  const confirm = async () => {
    await typeKey(dialog());
    await dialog().getByRole("button", { name: "Undo" }).click();
    await dialog().waitFor({ state: "detached" });
  };

  test("a look at the preview changes nothing; the undo brings all gates back, once", async () => {
    const { server } = suite;
    await suite.open("/audits?key=search");
    await undo("Enabled for everyone");
    await preview().getByText("Actor User;1 added").waitFor();
    await preview().getByText("Percentage of actors 0% → 25%").waitFor();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await dialog().waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).state).toBe("on");
    await undo("Enabled for everyone");
    // In Production, as for disabling it by the switch.
    await dialog().getByLabel("Type search to confirm").fill("serch");
    expect(await dialog().getByRole("button", { name: "Undo" }).isDisabled()).toBe(true);
    await confirm();
    expect(await gatesOf(server, "search")).toMatchObject({
      state: "conditional",
      actors: ["User;1"],
      percentageOfActors: 25,
    });
    expect((await gatesOf(server, "reports")).actors).toEqual(["User;1"]);
    await changes().filter({ hasText: "Undone" }).getByText("by Owner").waitFor();
  });

  test("an undo can be undone, from the feature's page too", async () => {
    const { server } = suite;
    await suite.open("/features/search");
    await undo("Undone");
    await preview().getByText("Enabled for everyone").waitFor();
    await confirm();
    await suite.page.getByText("Currently enabled for everyone", { exact: true }).waitFor();
    expect((await gatesOf(server, "search")).state).toBe("on");
    await changes().filter({ hasText: "Undone" }).nth(1).waitFor();
  });

  test("it can return to right after a change, and says what later changes go with it", async () => {
    const { server } = suite;
    await suite.open("/audits?key=search");
    await undo("25%");
    await dialog().getByText("Right after this change").click();
    await preview().getByText("Percentage of actors 0% → 25%").waitFor();
    await preview().getByText("later changes of the same features are undone too").waitFor();
    await confirm();
    expect(await gatesOf(server, "search")).toMatchObject({
      state: "conditional",
      actors: ["User;1"],
      percentageOfActors: 25,
    });
  });

  test("a change after the preview is told, and not overwritten before it is read", async () => {
    const { server, page } = suite;
    await suite.open("/audits?key=reports");
    let isFirst = true;
    await page.route("**/admin/v1/environments/*/audits/*/undo", async (route) => {
      if (isFirst) {
        isFirst = false;
        await server.api("POST", "/features/reports/percentage_of_time", { percentage: 40 });
      }
      await route.continue();
    });
    await undo("Actor User;1 added");
    const refused = page.waitForResponse((response) => response.status() === 409);
    await preview().getByText("User;1").waitFor();
    await typeKey(dialog());
    await dialog().getByRole("button", { name: "Undo" }).click();
    await refused;
    await preview().getByText("Percentage of time 40% → 0%").waitFor();
    expect(await gatesOf(server, "reports")).toMatchObject({
      actors: ["User;1"],
      percentageOfTime: 40,
    });
    await confirm();
    await page.unrouteAll();
    expect((await gatesOf(server, "reports")).state).toBe("off");
  });
});
