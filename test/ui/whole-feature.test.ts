import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { applyDraft, openGate, reviewDraft, saveBar } from "./ui-browser.ts";
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

  const switchedTo = (isOn: boolean) =>
    suite.page.getByRole("switch", { name: "Enabled for everyone", checked: isOn }).waitFor();

  test("in Production the switch joins the draft and opens the review, which asks for the key", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await theSwitch().click();
    const review = await reviewDraft(page);
    await review.getByLabel("Type search to confirm").waitFor();
    await review.getByRole("button", { name: "Back" }).click();
    await review.waitFor({ state: "detached" });
    await page.locator("[role=switch]:focus").waitFor();
    await saveBar(page).getByText("1 change", { exact: true }).waitFor();
    await saveBar(page).getByRole("button", { name: "Discard" }).click();
    expect(await theSwitch().getAttribute("aria-checked")).toBe("false");
    expect((await gatesOf(server, "search")).state).toBe("conditional");

    await theSwitch().click();
    await reviewDraft(page);
    const apply = review.getByRole("button", { name: "Apply" });
    await review.getByLabel("Type search to confirm").fill("serch");
    expect(await apply.isDisabled()).toBe(true);
    await applyDraft(page, "search");
    await page.locator(".toast").getByText("everyone in Production").waitFor();
    await page.locator("[role=switch]:focus").waitFor();
    await switchedTo(true);
    await page
      .getByRole("region", { name: "Percentage of actors" })
      .getByText("not asked while everyone gets it")
      .waitFor();
    expect((await gatesOf(server, "search")).state).toBe("on");
    expect((await gatesOf(server, "reports")).state).toBe("conditional");
  });

  test("a typed key and a reason are not there for the next change", async () => {
    const { page } = suite;
    await suite.open("/features/search");
    await theSwitch().click();
    const review = await reviewDraft(page);
    expect(await review.getByLabel("Type search to confirm").inputValue()).toBe("");
    await review.getByLabel("Type search to confirm").fill("search");
    await review.getByLabel("Why?").fill("Ticket 9");
    await review.getByRole("button", { name: "Back" }).click();
    await review.waitFor({ state: "detached" });
    await reviewDraft(page);
    expect(await review.getByLabel("Type search to confirm").inputValue()).toBe("");
    expect(await review.getByLabel("Why?").inputValue()).toBe("Ticket 9");
    await review.getByRole("button", { name: "Back" }).click();
    await saveBar(page).getByRole("button", { name: "Discard" }).click();
  });

  test("another environment needs no review, the switch has its undo, and Production keeps its gates", async () => {
    const { page, server } = suite;
    await suite.open("/features/reports?env=staging");
    await page.getByText("Follows Production.").waitFor();
    await theSwitch().focus();
    await page.keyboard.press("Space");
    await page.getByText("Overridden here.").waitFor();
    await switchedTo(true);
    expect(await page.getByRole("dialog", { name: "Review" }).count()).toBe(0);
    await page.locator("[role=switch]:focus").waitFor();
    const toast = page.locator(".toast").filter({ hasText: "everyone in Staging" });
    await toast.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Follows Production.").waitFor();
    await switchedTo(false);
    await toast.waitFor({ state: "detached" });
    expect(await gatesOf(server, "reports")).toMatchObject({
      state: "conditional",
      actors: ["User;1"],
      percentageOfActors: 25,
    });
  });

  test("turning off needs the key and a reason in Production, and closes all gates of this feature alone", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    const turnOff = page.getByRole("button", { name: "Turn off" });
    await turnOff.click();
    const dialog = page.getByRole("dialog", { name: "Turn off search?" });
    const confirm = dialog.getByRole("button", { name: "Turn off" });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel("Type search to confirm").fill("search");
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel("Why?").fill("   ");
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel("Why?").fill("Errors since noon");
    await confirm.click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("h1:focus").waitFor();
    await switchedTo(false);
    expect(await turnOff.first().isDisabled()).toBe(true);
    expect(await gatesOf(server, "search")).toMatchObject({ state: "off", actors: [] });
    expect((await gatesOf(server, "reports")).state).toBe("conditional");
    await page.locator(".toast").getByText("search is off in Production.").waitFor();
    await page.keyboard.press("Control+z");
    const key = page.getByRole("dialog", { name: "This change affects many actors" });
    await key.getByLabel("Type search to confirm").fill("search");
    await key.getByRole("button", { name: "Change it" }).click();
    await switchedTo(true);
    expect((await gatesOf(server, "search")).state).toBe("on");
  });

  test("elsewhere turning off needs neither, and keeps what is not saved", async () => {
    const { page, server } = suite;
    await suite.open("/features/reports?env=staging");
    await openGate(page, "Percentage of time");
    await page.getByRole("spinbutton", { name: "Percentage of time" }).fill("7");
    await page.getByRole("button", { name: "Turn off" }).click();
    const dialog = page.getByRole("dialog", { name: "Turn off reports?" });
    // The dialog has the keys of the page: nothing is saved.
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("button", { name: "Turn off" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Overridden here.").waitFor();
    await saveBar(page).getByText("1 change", { exact: true }).waitFor();
    await saveBar(page).getByRole("button", { name: "Discard" }).click();
    expect((await gatesOf(server, "reports")).state).toBe("conditional");
  });

  test("what people know of it is edited, and its gates stay", async () => {
    const { page, server } = suite;
    await suite.open("/features/reports");
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Edit the description" }).click();
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
    await page.getByRole("menuitem", { name: "Edit the description" }).waitFor();
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
