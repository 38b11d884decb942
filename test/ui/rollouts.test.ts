import { describe, expect, test } from "bun:test";
import type { Locator, Page } from "playwright-core";
import { adminCall, memberPage, protect } from "./approval-steps.ts";
import { gatesOf } from "./feature-gates.ts";
import { cardOf, openPlan } from "./rollout-plan.ts";
import { applyDraft, openGate, saveBar, settled } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Rollouts", () => {
  const suite = uiSuite({
    // A change of gates that a rollout sets.
    expectedErrors: ["409"],
    prepare: async (server) => {
      for (const name of ["search", "checkout", "mail", "login", "cart"]) {
        await server.api("POST", "/features", { name });
      }
    },
  });
  const percentage = async (key: string) => (await gatesOf(suite.server, key)).percentageOfActors;

  /** A step that also waits for checks, and what happens to late steps. */
  async function planMore(sheet: Locator): Promise<void> {
    const [steps, start] = [sheet.getByText("More").first(), sheet.getByText("More").last()];
    await steps.click();
    await sheet.getByLabel("Enabled checks of step 1").fill("none");
    await sheet.getByText("Step 1: type a whole number of checks").waitFor();
    await sheet.getByLabel("Enabled checks of step 1").fill("7");
    await sheet.getByText("More · 1 step waits for more").waitFor();
    await start.click();
    await sheet.getByRole("button", { name: "run anyway" }).click();
  }

  async function tryActor(page: Page, id: string, verdict: RegExp): Promise<void> {
    await page.getByLabel("Actor ids").fill(id);
    await page.getByRole("button", { name: "Try it", exact: true }).click();
    await page.getByText(verdict).waitFor();
  }

  async function giveReason(page: Page, title: string, action: string): Promise<void> {
    const dialog = page.getByRole("dialog", { name: title });
    expect(await dialog.getByRole("button", { name: action, exact: true }).isDisabled()).toBe(true);
    await dialog.getByLabel("Why?").fill("The error rate is flat");
    await dialog.getByRole("button", { name: action, exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }

  test("a plan starts, pauses, goes on, is skipped and ends with the gates before", async () => {
    const { page } = suite;
    const sheet = await openPlan(suite, page, "search");
    await sheet.getByRole("button", { name: "One day" }).click();
    const steps = sheet.getByRole("listitem");
    expect(await steps.count()).toBe(4);
    await sheet.getByRole("button", { name: "Step", exact: true }).click();
    expect(await steps.count()).toBe(5);
    await sheet.getByRole("button", { name: "Remove step 2" }).click();
    await sheet.getByLabel("Percentage of step 1", { exact: true }).fill("500");
    await sheet.getByText("Step 1: type a whole number from 0 to 100.").waitFor();
    await planMore(sheet);
    const start = sheet.getByRole("button", { name: "Start Ctrl ↵" });
    expect(await start.isDisabled()).toBe(true);
    await sheet.getByLabel("Percentage of step 1", { exact: true }).fill("10");
    await sheet.getByText(/^Done .* at the earliest\.$/).waitFor();
    await start.click();
    const card = cardOf(page);
    await card.getByText("2 h left").waitFor();
    await card.getByText(/^Next: 50% (today|tomorrow)/).waitFor();
    const plan = page.getByRole("region", { name: "Plan", exact: true });
    await plan.getByText(/^10% for 2 h and until 7 enabled checks, .*, then 100%$/).waitFor();
    await plan.getByText("the step is run anyway").waitFor();
    await tryActor(
      page,
      "User;2",
      /^Not enabled yet: step [23] \(.*%\) enables it, .* earliest\.$/,
    );
    await page.getByText("step 1 of 4", { exact: true }).waitFor();
    expect(await percentage("search")).toBe(10);
    const row = await openGate(page, "Percentage of actors");
    await row.getByText("set by the rollout").waitFor();
    expect(await row.getByRole("spinbutton").count()).toBe(0);

    await card.getByRole("button", { name: "Pause" }).click();
    await page.getByText(/^Not enabled yet: .* enables it, once the rollout goes on\.$/).waitFor();
    await card.getByText("Paused. No step is made until someone goes on.").waitFor();
    await card.getByRole("button", { name: "Go on" }).click();
    await card.getByRole("button", { name: "Go to 50% now…" }).click();
    await giveReason(page, "Go to 50% now?", "Go to 50%");
    await page.getByText("step 2 of 4", { exact: true }).waitFor();
    expect(await percentage("search")).toBe(50);

    await row.getByRole("button", { name: "Pause and edit" }).click();
    await row.getByRole("spinbutton").fill("20");
    await applyDraft(page, "search");
    await card.getByText("paused", { exact: true }).waitFor();
    expect(await percentage("search")).toBe(20);
    await card.getByRole("button", { name: "More for the rollout" }).click();
    await page.getByRole("menuitem", { name: "End…" }).click();
    await giveReason(page, "End the rollout?", "End the rollout");
    await page.getByText(/^Owner ended the rollout today/).waitFor();
    await page.getByText("Not enabled: no gate matches.").waitFor();
    await page
      .getByText(/^No check was enabled from today .*, while the rollout went on\.$/)
      .waitFor();
    const past = page.getByRole("region", { name: "Steps so far" });
    await past.getByText("10% → 50%").waitFor();
    await page.getByRole("button", { name: "Hide" }).click();
    await card.waitFor({ state: "detached" });
  });

  test("a change of another gate asks whether to pause", async () => {
    const { page, server } = suite;
    const steps = [{ change: { kind: "percentage_of_actors", value: 5 }, for: 3_600 }];
    await suite.open("/features/checkout");
    await page.getByRole("region", { name: "Who gets it" }).hover();
    const path = "/environments/production/rollouts";
    const { rollout } = (await adminCall(page, server, "POST", path, {
      key: "checkout",
      steps,
    })) as { rollout: { id: number } };
    // The card waits until it moves no row under the pointer.
    await page.getByText("step 1 of 1", { exact: true }).waitFor();
    expect(await cardOf(page).count()).toBe(0);
    await page.mouse.move(0, 0);
    await cardOf(page).waitFor();
    await suite.open(`/rollouts/${rollout.id}`);
    const gate = await openGate(page, "Percentage of time");
    await gate.getByRole("spinbutton").fill("3");
    await saveBar(page).getByRole("button", { name: "Review" }).click();
    const review = page.getByRole("dialog", { name: "Review 1 change" });
    await review.getByRole("button", { name: "Apply" }).click();
    const question = page.getByRole("dialog", { name: "A rollout changes this feature" });
    await question.getByRole("button", { name: "Pause and change" }).click();
    await review.waitFor({ state: "detached" });
    await cardOf(page).getByText("paused", { exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    // A feature has one rollout at a time.
    const palette = page.getByRole("dialog", { name: "Go to" });
    await palette.getByRole("combobox").fill("roll out");
    expect(await palette.getByText("Roll out in steps…").count()).toBe(0);
    await page.keyboard.press("Escape");
    await adminCall(page, server, "POST", `/rollouts/${rollout.id}/stop`, { reason: "Enough" });
    await page.getByText(/^Owner ended the rollout today/).waitFor();
  });

  test("a protected environment asks for one approval of all steps", async () => {
    const { page } = suite;
    await protect(suite);
    const author = await memberPage(suite, "member", "Author");
    const sheet = await openPlan(suite, author, "cart");
    await sheet.getByText("One approval covers all steps.").waitFor();
    await sheet.getByLabel("Why?").fill("The index is complete");
    await author.keyboard.press("Control+Enter");
    await author
      .getByText("Roll out cart: 5% for a day, 25% for a day, 50% for a day, then 100%.")
      .waitFor();
    expect(await percentage("cart")).toBe(0);
    const id = Number(new URL(author.url()).pathname.split("/").at(-1));
    await suite.open(`/requests/${id}`);
    await settled(page);
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await suite.open("/features/cart", author);
    const card = cardOf(author);
    await card.getByText("running", { exact: true }).waitFor();
    await author.getByRole("link", { name: `CR-${id}` }).waitFor();
    expect(await percentage("cart")).toBe(5);
    await suite.open("/", author);
    await author.getByText("step 1 of 4").waitFor();
  });
});
