import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { draftPercentage, memberPage, protect, tokenIds } from "./approval-steps.ts";
import { gatesOf } from "./feature-gates.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Change requests", () => {
  const suite = uiSuite({
    expectedErrors: ["403", "409", "ERR_FAILED"],
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 25 });
    },
  });
  const percentage = async () => (await gatesOf(suite.server, "search")).percentageOfActors;
  const badge = (page: Page, state: string) =>
    page.locator(".page-bar").getByText(state, { exact: true });

  test("two people: one asks, another approves what was shown, and drift asks again", async () => {
    const { page: owner, server } = suite;
    await protect(suite, { directTokens: await tokenIds(suite) });
    const author = await memberPage(suite, "member", "Author", { expectedErrors: ["403", "409"] });
    await suite.open("/features/search", author);
    const review = await draftPercentage(author, 50);
    await review.getByText("Production needs 1 approval of admins or owners.").waitFor();
    await review.getByLabel("Why?").fill("Quiet for three days");
    expect(await review.getByLabel("Title").inputValue()).toBe(
      "Percentage of actors of search: 50%",
    );
    await review.getByLabel("Title").fill("Half of all customers");
    await review.getByRole("button", { name: "By me" }).click();
    await review.getByRole("button", { name: "Ask for approval" }).click();
    await author.getByRole("heading", { name: "Half of all customers", level: 1 }).waitFor();
    expect(await author.getByRole("button", { name: "Approve" }).count()).toBe(0);
    expect(await percentage()).toBe(25);

    // The inbox of the approver counts it, live.
    await owner.getByRole("link", { name: "Requests 1" }).click();
    await owner.getByRole("link", { name: /Half of all customers/ }).click();
    await badge(owner, "0 of 1").waitFor();
    await owner.getByText("Quiet for three days").waitFor();

    // The author edits it between the look and the vote: the vote is for what was shown.
    await owner.route("**/admin/v1/environments/*/events*", (route) => route.abort());
    await owner.reload();
    const approve = owner.getByRole("button", { name: "Approve" });
    await approve.waitFor();
    await author.getByRole("button", { name: "Edit" }).click();
    const edit = author.getByRole("dialog", { name: "Edit the request" });
    await edit.getByLabel("Percentage for search").fill("60");
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.waitFor({ state: "detached" });
    await approve.click();
    await owner.getByText("Percentage of actors of search: 50% before, 60% now.").waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await owner.getByRole("button", { name: "I have seen it" }).click();

    // A deployment tool that may write changes the gate: the request drifts.
    await owner.unroute("**/admin/v1/environments/*/events*");
    await owner.reload();
    await approve.waitFor();
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 21 });
    await owner.getByText("Percentage of actors was 25%, and is 21% now.").waitFor();
    await badge(owner, "drifted").waitFor();
    expect(await approve.isDisabled()).toBe(true);
    await author.getByRole("button", { name: "Rebase" }).click();
    await badge(author, "0 of 1").waitFor();
    await badge(owner, "0 of 1").waitFor();
    await owner.getByRole("button", { name: "I have seen it" }).click();
    await owner.locator("button:enabled", { hasText: "Approve" }).waitFor();
    await owner.keyboard.press("a");
    await badge(author, "approved").waitFor();
    expect(await percentage()).toBe(21);
    await author.getByRole("button", { name: "Apply" }).click();
    await badge(owner, "applied").waitFor();
    expect(await percentage()).toBe(60);
    await owner.getByText(/^Applied .* by Author\.$/).waitFor();
  });
});
