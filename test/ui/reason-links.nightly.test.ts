import { describe, expect, test } from "bun:test";
import { typeKey } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const link = "https://status.example.com/91";

describe("Reasons with links", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 25 });
    },
  });
  const rows = () => suite.page.getByRole("main").getByRole("listitem");

  test("the address of issues is set in the settings, and a wrong one is refused", async () => {
    const { page } = suite;
    await suite.open("/settings/issues");
    const field = page.getByLabel("Address of an issue");
    await field.fill("https://issues.example.com/{issue}");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    await page.reload();
    await page.getByLabel("Address of an issue").waitFor();
    expect(await field.inputValue()).toBe("https://issues.example.com/{issue}");
  });

  test("an undo takes a reason, whose last lines are links and whose issues are links too", async () => {
    const { page } = suite;
    await suite.open("/audits");
    const step = rows().filter({ hasText: "25%" }).first();
    await step.hover();
    await step.getByRole("button", { name: "Undo" }).click();
    const dialog = page.getByRole("dialog", { name: /^Undo: / });
    await dialog.getByLabel("Why?").fill(`OPS-12: error budget\n${link}`);
    await dialog.getByText(/^Type .* to confirm$/).waitFor();
    await typeKey(dialog);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.waitFor({ state: "detached" });
    const undone = rows().filter({ hasText: "error budget" }).first();
    await undone.getByRole("button").first().click();
    const issue = undone.getByRole("link", { name: "OPS-12" });
    expect(await issue.getAttribute("href")).toBe("https://issues.example.com/OPS-12");
    expect(await undone.getByRole("link", { name: link }).getAttribute("href")).toBe(link);
    expect(await issue.getAttribute("rel")).toBe("noreferrer");
    expect(await undone.getByText(link).count()).toBe(1);
  });
});
