import { describe, expect, test } from "bun:test";
import { adminCall, draftPercentage, memberPage } from "./approval-steps.ts";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

describe("A protected environment", () => {
  const suite = uiSuite({
    expectedErrors: ["403"],
    prepare: async (server) => {
      for (const name of ["search", "checkout"]) {
        await server.api("POST", "/features", { name });
        await server.api("POST", `/features/${name}/percentage_of_actors`, { percentage: 25 });
      }
    },
  });
  const percentage = async (key = "search") =>
    (await gatesOf(suite.server, key)).percentageOfActors;

  test("its policy is set as sentences, and a weaker one becomes a request", async () => {
    const { page } = suite;
    const robot = { name: "Robot", scope: "write", approves: true };
    await adminCall(page, suite.server, "POST", "/account/tokens", robot);
    await suite.open("/environments/details");
    const card = page.getByRole("region", { name: "Approvals" });
    await card.getByText("Changes need no approval.").waitFor();
    await card.getByRole("button", { name: "Ask for approvals…" }).click();
    const dialog = page.getByRole("dialog", { name: "Approvals in Production" });
    await dialog.getByLabel("Days until an open request ends").fill("7");
    const approving = dialog.getByRole("group", { name: "Also these tokens" });
    await approving.getByText("personal, of Owner").waitFor();
    await approving.getByRole("checkbox", { name: "Robot" }).click();
    const reloaded = page.waitForResponse(
      (answer) => answer.request().method() === "GET" && answer.url().endsWith("/policy"),
    );
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await reloaded;
    await card.getByText("It needs 1 approval of admins or owners or Robot (of Owner).").waitFor();
    await card.getByText("An open request ends after 7 days.").waitFor();
    await card.getByText("No token writes without approval.").waitFor();

    await card.getByRole("button", { name: "Edit…" }).click();
    const direct = dialog.getByRole("group", { name: "Tokens that write without approval" });
    await direct.getByRole("checkbox").click();
    await dialog.getByRole("button", { name: "Save" }).click();
    const question = page.getByRole("dialog", { name: "This change needs approval" });
    await question.getByLabel("Why?").fill("The deployment tool writes");
    await question.getByRole("button", { name: "Ask for approval" }).click();
    await page.getByRole("heading", { name: "Change the policy", level: 1 }).waitFor();
    await page.getByText("These tokens write without approval:").waitFor();
    await page.getByRole("button", { name: "Withdraw" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw" }).click();
    await page.getByText(/^Withdrawn .* by Owner\.$/).waitFor();
  });

  test("a bypass needs a reason, and leaves a red line until an approver has looked", async () => {
    const { page } = suite;
    const other = await memberPage(suite, "admin", "Release manager");
    await suite.open("/features/search");
    const review = await draftPercentage(page, 40);
    await review.getByRole("button", { name: "Bypass…" }).click();
    await review.getByText("You change Production without approval.").waitFor();
    const apply = review.getByRole("button", { name: "Apply without approval" });
    await review.getByLabel("Why?").fill("outage");
    expect(await apply.isDisabled()).toBe(true);
    await review.getByLabel("Why?").fill("outage of the search");
    await apply.click();
    await review.waitFor({ state: "detached" });
    expect(await percentage()).toBe(40);
    await suite.open("/", other);
    const line = other.getByRole("alert").filter({ hasText: "without approval" });
    await line.getByText(/changed without approval by Owner.*outage of the search/).waitFor();
    await line.getByRole("button", { name: "I have looked" }).click();
    await line.waitFor({ state: "detached" });
    await page
      .getByRole("alert")
      .filter({ hasText: "without approval" })
      .waitFor({ state: "detached" });
  });

  test("turning off needs a reason only, and every other way offers a request", async () => {
    const { page } = suite;
    await suite.open("/features/checkout");
    await page.getByRole("button", { name: "Turn off" }).click();
    const off = page.getByRole("dialog", { name: "Turn off checkout?" });
    await off.getByText("With a reason it needs no approval.").waitFor();
    await off.getByLabel("Why?").fill("It is broken");
    await off.getByLabel("Type checkout to confirm").fill("checkout");
    await off.getByRole("button", { name: "Turn off" }).click();
    await off.waitFor({ state: "detached" });
    expect(await percentage("checkout")).toBe(0);

    await suite.open("/");
    await page.getByRole("checkbox", { name: "Select search" }).click();
    await page
      .getByRole("region", { name: "Selection" })
      .getByRole("button", { name: "Set…" })
      .click();
    const bulk = page.getByRole("dialog", { name: "Set 1 feature" });
    await bulk.getByRole("button", { name: "Apply" }).click();
    const question = page.getByRole("dialog", { name: "This change needs approval" });
    await question.getByRole("button", { name: "Ask for approval" }).click();
    await page.getByRole("heading", { name: 'Enable "search"', level: 1 }).waitFor();
    expect(await gatesOf(suite.server, "search")).toMatchObject({ boolean: false });
  });

  test("the link of a client's refusal is a filled-in request", async () => {
    const { page, server } = suite;
    const answer = await server.fetch("POST", "/features/search/percentage_of_actors", {
      percentage: 70,
    });
    expect(answer.status).toBe(403);
    const { more_info: link } = (await answer.json()) as { more_info: string };
    await page.goto(new URL(link, server.url).href);
    await page.getByText("Set the percentage of actors of search to 70%").waitFor();
    await page.getByLabel("Why?").fill("The client could not write it");
    await page.getByRole("button", { name: "Ask for approval" }).click();
    const title = "Set the percentage of actors of search to 70%";
    await page.getByRole("heading", { name: title, level: 1 }).waitFor();
    await page.getByText("40%", { exact: true }).waitFor();
    await page.getByText("70%", { exact: true }).waitFor();
    expect(await percentage()).toBe(40);
  });
});
