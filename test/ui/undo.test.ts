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
  const dialog = () => suite.page.getByRole("dialog", { name: /^Undo: / });
  const preview = () => dialog().getByRole("region", { name: "What would change" });
  const undo = async (text: string) => {
    const row = changes().filter({ hasText: text }).first();
    await row.getByRole("button", { name: "Undo", exact: true }).click();
    await preview().getByRole("list").first().waitFor();
  };
  const confirm = async () => {
    await typeKey(dialog());
    await dialog().getByRole("button", { name: "Undo", exact: true }).click();
    await dialog().waitFor({ state: "detached" });
  };

  test("a look at the preview changes nothing; the undo brings all gates back, once", async () => {
    const { server } = suite;
    await suite.open("/audits?key=search");
    await undo("Enabled for everyone");
    await preview().getByText("Adds 1 actor: User;1").waitFor();
    await preview().getByText("Percentage of actors 0% → 25%").waitFor();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await dialog().waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).state).toBe("on");
    await undo("Enabled for everyone");
    // In Production, as for disabling it by the switch.
    await dialog().getByLabel("Type search to confirm").fill("serch");
    const button = dialog().getByRole("button", { name: "Undo", exact: true });
    expect(await button.isDisabled()).toBe(true);
    await confirm();
    expect(await gatesOf(server, "search")).toMatchObject({
      state: "conditional",
      actors: ["User;1"],
      percentageOfActors: 25,
    });
    expect((await gatesOf(server, "reports")).actors).toEqual(["User;1"]);
    const undone = changes().filter({ hasText: "Undone: no longer for everyone" });
    await undone.getByText("1 actor added").waitFor();
    await undone.getByText("Owner", { exact: true }).waitFor();
    const row = changes().filter({ hasText: "undone by Owner" });
    await row.getByText("Enabled for everyone").waitFor();
    expect(await row.getByRole("button", { name: "Undo", exact: true }).count()).toBe(0);
  });

  test("an undo can be undone, from the feature's page too", async () => {
    const { server } = suite;
    await suite.open("/features/search");
    await undo("Undone");
    await preview().getByText("Enabled for everyone").waitFor();
    await confirm();
    await changes().filter({ hasText: "Undone: enabled for everyone" }).waitFor();
    expect((await gatesOf(server, "search")).state).toBe("on");
    await server.api("DELETE", "/features/search/boolean");
  });

  test("only one gate returns, and later changes of others stay", async () => {
    const { server } = suite;
    await server.api("POST", "/features/search/percentage_of_time", { percentage: 5 });
    await server.api("POST", "/features/search/groups", { name: "staff" });
    await suite.open("/audits?key=search");
    await undo("Percentage of time 0% → 5%");
    await preview().getByText("Percentage of time 5% → 0%").waitFor();
    await preview().getByText("1 later change stays.").waitFor();
    await dialog().getByRole("button", { name: "Everything since, 2 changes" }).click();
    await preview().getByText("Removes 1 group: staff").waitFor();
    await preview().getByText("1 later change is undone too.").waitFor();
    await dialog().getByRole("button", { name: "Only this gate" }).click();
    await preview().getByText("1 later change stays.").waitFor();
    await confirm();
    expect(await gatesOf(server, "search")).toMatchObject({
      percentageOfTime: 0,
      groups: ["staff"],
    });
    const row = changes().filter({ hasText: "Undone: percentage of time, was 5%" });
    await row.getByRole("button", { name: /^Undone/ }).click();
    await row.getByRole("link", { name: /^undoes #/ }).click();
    const linked = suite.page.locator(".log-row[data-current][data-open]");
    await linked.getByText("Percentage of time 0% → 5%").waitFor();
  });

  test("a creation has no gate of its own, so everything since it is undone", async () => {
    const { server } = suite;
    await server.api("POST", "/features", { name: "short" });
    await suite.open("/audits?key=short");
    await undo("Created");
    await preview().getByText("The feature is deleted").waitFor();
    const choices = dialog().getByRole("group", { name: "What to undo" });
    expect(await choices.count()).toBe(0);
    await dialog().getByRole("button", { name: "Cancel" }).click();
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
    await dialog().getByRole("button", { name: "Undo", exact: true }).click();
    await refused;
    await dialog().getByText("Something has changed since this preview").waitFor();
    await preview().getByText("1 later change stays.").waitFor();
    expect(await gatesOf(server, "reports")).toMatchObject({
      actors: ["User;1"],
      percentageOfTime: 40,
    });
    await confirm();
    await page.unrouteAll();
    expect(await gatesOf(server, "reports")).toMatchObject({ actors: [], percentageOfTime: 40 });
  });
});
