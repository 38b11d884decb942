import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

const actorCount = 250;

describe("The preview of an undo", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      const actors = Array.from({ length: actorCount }, (_, at) => `User;${at}`);
      await server.api("POST", "/import", { features: { search: { actors } } });
    },
  });

  test("counts all actors of a step, shows all, and changes none", async () => {
    const { page, server } = suite;
    await suite.open("/audits?key=search");
    const row = page.getByRole("main").getByRole("listitem").first();
    await row.getByRole("button", { name: "Undo", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Undo: ${actorCount} actors added` });
    await dialog.getByText(`Removes ${actorCount} actors`).waitFor();
    await dialog.getByText(`and ${actorCount - 3} more`).waitFor();
    expect(await dialog.getByText("User;249", { exact: true }).count()).toBe(0);
    await dialog.getByRole("button", { name: "Show all" }).click();
    await dialog.getByText("User;249", { exact: true }).waitFor();
    expect(await dialog.getByText(/ more/).count()).toBe(0);
    expect((await gatesOf(server, "search")).actors).toHaveLength(actorCount);
  });

  test("a row opens to the gates before and after it, in exact numbers", async () => {
    const { page } = suite;
    await suite.open("/audits?key=search");
    const row = page.getByRole("main").getByRole("listitem").first();
    await row.getByRole("button", { name: `${actorCount} actors added` }).click();
    await row.getByText("No actors").waitFor();
    await row.getByText(`${actorCount} actors: User;0, User;1, User;10 and 247 more`).waitFor();
    await row.getByRole("button", { name: "Show all" }).click();
    await row.getByText("User;249", { exact: true }).waitFor();
    await row.getByText("#2 to #251").waitFor();
    await row.getByRole("button", { name: `${actorCount} actors added` }).click();
    await row.getByText("No actors").waitFor({ state: "detached" });
  });
});
