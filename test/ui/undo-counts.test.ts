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

  test("counts all actors of a step, and changes none", async () => {
    const { page, server } = suite;
    await suite.open("/audits?key=search");
    await page.getByRole("main").getByRole("button", { name: "Undo" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Undo this change?" });
    await dialog.getByText(`${actorCount} actors removed`).waitFor();
    expect((await gatesOf(server, "search")).actors).toHaveLength(actorCount);
  });
});
