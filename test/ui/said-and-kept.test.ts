import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { confirmNoticed } from "./ui-browser.ts";
import { ownerEmail, ownerPassword } from "./ui-server.ts";
import { uiSuite } from "./ui-suite.ts";

describe("What is done is said, and what is typed is kept", () => {
  const suite = uiSuite({
    expectedErrors: ["401", "409", "422"],
    prepare: async (server) => {
      for (const name of ["search", "other"]) {
        await server.api("POST", "/features", { name });
      }
      await server.api("POST", "/features/search/groups", { name: "staff" });
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const card = (title: string) =>
    suite.page
      .locator("section")
      .filter({ has: suite.page.getByRole("heading", { name: title, exact: true }) });
  const percentage = () =>
    suite.page.getByRole("spinbutton", { name: "Percentage of actors", exact: true });
  const gate = () => card("Percentage of actors");
  const kept = () => gate().getByText("Not saved yet: restored from your last visit");

  test("an applied percentage is said, and its undo returns to the one before", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await percentage().fill("12");
    await gate().getByRole("button", { name: "Apply" }).click();
    const toast = page.locator(".toast").filter({ hasText: "is set to 12%" });
    await toast.waitFor();
    await page.getByText("12% of actors").first().waitFor();
    await toast.getByRole("button", { name: "Undo" }).click();
    await confirmNoticed(page, "search");
    await gate().locator(".percentage-now").getByText("0%", { exact: true }).waitFor();
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(0);
    expect((await gatesOf(server, "search")).groups).toEqual(["staff"]);
  });

  test("a draft is kept for its feature and environment, until it is discarded", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await percentage().fill("33");
    await page.getByRole("link", { name: "Features" }).first().click();
    await page.getByRole("link", { name: "other" }).click();
    await page.getByRole("heading", { name: "other", level: 1 }).waitFor();
    expect(await percentage().inputValue()).toBe("0");
    await suite.open("/features/search?env=staging");
    expect(await percentage().inputValue()).toBe("0");
    await suite.open("/features/search");
    await kept().waitFor();
    expect(await percentage().inputValue()).toBe("33");
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(0);
    await gate().getByRole("button", { name: "Discard" }).click();
    await suite.open("/features/search");
    expect(await percentage().inputValue()).toBe("0");
    expect(await kept().count()).toBe(0);
  });

  test("a session that ends says why it asks, and the draft is there after the sign-in", async () => {
    const { page } = suite;
    await suite.open("/features/search");
    await percentage().fill("44");
    await page.context().clearCookies();
    await gate().getByRole("button", { name: "Apply" }).click();
    const reason = page.getByRole("status").filter({ hasText: "Your session has ended" });
    await reason.getByText("unsaved input stays").waitFor();
    await page.getByLabel("E-mail").fill(ownerEmail);
    await page.getByLabel("Password").fill(ownerPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await kept().waitFor();
    expect(await percentage().inputValue()).toBe("44");
    // A person who signs out leaves nothing to the next one.
    await page.getByRole("button", { name: ownerEmail }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await page.evaluate("Object.keys(sessionStorage).length")).toBe(0);
    expect(await reason.count()).toBe(0);
    await page.getByLabel("E-mail").fill(ownerEmail);
    await page.getByLabel("Password").fill(ownerPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
  });

  test("of a spreadsheet the first column is added, and adding it again says that all were there", async () => {
    const { page, server } = suite;
    await suite.open("/features/other");
    const dialog = page.getByRole("dialog", { name: "Add actors" });
    const rows = Array.from({ length: 20 }, (_, index) => `User;${index}\tAnn ${index}\tpro`);
    const paste = async () => {
      await page.getByRole("button", { name: "Add actors" }).click();
      await dialog.getByLabel("Actor ids").fill(["Id\tName\tPlan", ...rows].join("\n"));
      await dialog.getByText("Only the first of 3 columns is added.").waitFor();
      await dialog.getByText("First: Id · User;0").waitFor();
      await dialog.getByLabel("The first row is a heading: skip it").check();
      await dialog.getByText("First: User;0").waitFor();
      await dialog.getByRole("button", { name: "Add 20 actors" }).click();
    };
    await paste();
    await page.getByText("20 actors are added.", { exact: true }).waitFor();
    await dialog.waitFor({ state: "detached" });
    const { actors } = await gatesOf(server, "other");
    expect(actors).toHaveLength(20);
    expect(actors).not.toContain("Id");
    await paste();
    await page.getByText("0 actors are added. 20 existed already.").waitFor();
    expect((await gatesOf(server, "other")).actors).toHaveLength(20);
  });

  test("a bulk step is one row with its number in the history, and opens page by page", async () => {
    const { page } = suite;
    const row = page.getByRole("listitem").filter({ hasText: "20 actors added" });
    await suite.open("/features/other");
    await row.waitFor();
    expect(await page.getByText("Actor User;3 added").count()).toBe(0);
    await row.getByRole("button", { name: "Show 20 changes" }).click();
    await row.getByText("Actor User;3 added").waitFor();
    expect(await row.getByRole("button", { name: "Undo", exact: true }).count()).toBe(1);
    await suite.open("/audits");
    await row.getByRole("link", { name: "other" }).waitFor();
    expect(await row.count()).toBe(1);
  });

  test("a group that is used is not removed, in words; an unused one asks first", async () => {
    const { page, server } = suite;
    await suite.open("/settings/groups");
    await page.getByRole("button", { name: "Remove staff" }).click();
    await page
      .locator(".toast-error")
      .getByText('1 feature uses the group "staff"; remove it from their gates first')
      .waitFor();
    await page.getByLabel("Group name").fill("nobody");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Remove nobody" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove nobody?" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Remove nobody" }).click();
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("nobody is removed.").waitFor();
    await page.getByRole("button", { name: "Remove nobody" }).waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).groups).toEqual(["staff"]);
  });
});
