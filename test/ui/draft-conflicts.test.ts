import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { applyDraft, openGate, reviewDraft, saveBar } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("A draft while others change the feature", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/percentage_of_actors", { percentage: 10 });
    },
  });

  const gate = () => suite.page.getByRole("region", { name: "Percentage of actors", exact: true });
  const field = () => gate().getByRole("spinbutton");
  const change = (path: string, body: object) =>
    suite.server.api("POST", `/features/search/${path}`, body);
  const edit = async (value: string) => {
    await suite.open("/features/search");
    await openGate(suite.page, "Percentage of actors");
    await field().fill(value);
    await saveBar(suite.page).waitFor();
  };
  const reviewButton = () => saveBar(suite.page).getByRole("button", { name: "Review" });

  test("is applied on top of changes of other gates, which stay", async () => {
    const { page, server } = suite;
    await edit("15");
    await change("groups", { name: "staff" });
    await page.getByRole("region", { name: "Groups" }).getByText("staff").waitFor();
    expect(await page.getByText("Somebody").count()).toBe(0);
    expect(await reviewButton().isEnabled()).toBe(true);
    await applyDraft(page, "search");
    expect(await gatesOf(server, "search")).toMatchObject({
      percentageOfActors: 15,
      groups: ["staff"],
    });
  });

  test("waits at the same gate, whose row opens and says who changed it to what", async () => {
    const { page, server } = suite;
    await edit("20");
    await gate().locator(".gate-line").click();
    await field().waitFor({ state: "detached" });
    await change("percentage_of_actors", { percentage: 30 });
    const conflict = gate().getByRole("alert");
    await conflict.getByText(/set it to 30%/).waitFor();
    await gate().getByText("conflict", { exact: true }).waitFor();
    await saveBar(page).getByText("somebody changed the same gate").waitFor();
    expect(await reviewButton().isDisabled()).toBe(true);
    expect(await field().inputValue()).toBe("20");
    await page.keyboard.press("Control+Enter");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await page.getByRole("button", { name: "Show it" }).count()).toBe(1);

    await conflict.getByRole("button", { name: "Keep mine" }).click();
    await conflict.waitFor({ state: "detached" });
    await page.locator(".gate-line:focus", { hasText: "Percentage of actors" }).waitFor();
    const review = await reviewDraft(page);
    await review.locator(".diff-removed").getByText("30%").waitFor();
    await review.locator(".diff-added").getByText("20%").waitFor();
    await applyDraft(page, "search");
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(20);
  });

  test("takes the value of the other person, and leaves the other edits", async () => {
    const { page, server } = suite;
    await edit("25");
    const time = await openGate(page, "Percentage of time");
    await time.getByRole("spinbutton").fill("5");
    await saveBar(page).getByText("2 changes").waitFor();
    await change("percentage_of_actors", { percentage: 35 });
    await gate().getByRole("button", { name: "Take 35%" }).click();
    await saveBar(page).getByText("1 change", { exact: true }).waitFor();
    expect(await field().inputValue()).toBe("35");
    await applyDraft(page, "search");
    expect(await gatesOf(server, "search")).toMatchObject({
      percentageOfActors: 35,
      percentageOfTime: 5,
    });
  });

  test("is no draft any longer when the other person made the same change", async () => {
    const { page } = suite;
    await edit("36");
    await change("percentage_of_actors", { percentage: 36 });
    await saveBar(page).waitFor({ state: "detached" });
    expect(await page.getByTitle(/not saved/).count()).toBe(0);
    await change("percentage_of_actors", { percentage: 37 });
    await gate().getByText("37%", { exact: true }).first().waitFor();
    expect(await saveBar(page).count()).toBe(0);
  });

  test("stays while the other person turns the feature off, and names nobody wrongly", async () => {
    const { page, server } = suite;
    await edit("45");
    await applyDraft(page, "search");
    await field().fill("48");
    await server.api("DELETE", "/features/search/clear");
    const conflict = gate().getByRole("alert");
    await conflict.getByText(/set it to 0%/).waitFor();
    expect(await conflict.textContent()).not.toContain("Owner");
    await conflict.getByRole("button", { name: "Take 0%" }).click();
    await saveBar(page).waitFor({ state: "detached" });
    expect((await gatesOf(server, "search")).state).toBe("off");
  });

  test("a review that is open waits too, and says why", async () => {
    const { page, server } = suite;
    await edit("3");
    const review = await reviewDraft(page);
    await change("percentage_of_actors", { percentage: 4 });
    await review.getByText("Somebody changed the same gate.").waitFor();
    expect(await review.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
    await page.keyboard.press("Control+Enter");
    await review.getByRole("button", { name: "Back" }).click();
    expect((await gatesOf(server, "search")).percentageOfActors).toBe(4);
    await saveBar(page).getByRole("button", { name: "Discard" }).click();
  });
});
