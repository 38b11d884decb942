import type { Page } from "playwright-core";
import { draftPercentage } from "./approval-steps.ts";
import { showExpectations, showGuardedRollout } from "./guarded-rollout.ts";
import { openGate, reviewDraft } from "./ui-browser.ts";

/** A screen: its path, and what a person does there before the picture. */
export interface Scene {
  readonly path: string;
  readonly act?: (page: Page) => Promise<void>;
}

const feature = "/features/checkout_redesign";

export const scenes: Readonly<Record<string, Scene>> = {
  features: { path: "/", act: selectRows },
  "features-staging": { path: "/?env=staging" },
  "feature-tried": { path: `${feature}?try=1&ids=User%3B42&properties=plan+%3D+pro` },
  palette: { path: feature, act: search },
  expression: { path: "/features/beta_reports", act: writeExpression },
  actor: { path: "/actors/User%3B42?properties=plan+%3D+pro%0Aseats+%3D+14&groups=support" },
  actors: { path: "/actors" },
  "feature-off": { path: "/features/legacy_export?env=staging" },
  environments: { path: "/environments" },
  compare: { path: "/compare?a=1&b=2" },
  audits: { path: "/audits", act: openStep },
  telemetry: { path: "/telemetry" },
  "settings-account": { path: "/settings/account" },
  "settings-members": { path: "/settings/members" },
  "settings-groups": { path: "/settings/groups" },
  "settings-plan": { path: "/settings/plan" },
  "settings-cleanup": { path: "/settings/cleanup" },
  "settings-transfer": { path: "/settings/transfer" },
  "settings-backups": { path: "/settings/backups" },
  "settings-about": { path: "/settings/about" },
  "feature-comments": { path: feature, act: showComments },
  "rollout-plan": { path: feature, act: planRollout },
  rollout: { path: feature, act: showRollout("running") },
  "rollout-held": { path: feature, act: showRollout("held") },
  "rollout-stopped": { path: feature, act: showRollout("stopped") },
  // Last: the list marks features with drafts.
  feature: { path: feature, act: draftAndTry },
  "feature-review": { path: feature, act: review },
};

/** With an environment that asks for approvals. */
export const governanceScenes: Readonly<Record<string, Scene>> = {
  policy: { path: "/environments/details" },
  "policy-edit": { path: "/environments/details", act: editPolicy },
  requests: { path: "/requests" },
  request: { path: "/requests/1" },
  "request-drifted": { path: "/requests/2" },
  "request-scheduled": { path: "/requests/3" },
  "feature-ask": { path: feature, act: askForApproval },
  "audits-security": { path: "/audits/security" },
  "settings-sign-on": { path: "/settings/sign-on" },
  "settings-trust": { path: "/settings/trust" },
  "settings-trust-new": { path: "/settings/trust", act: addTrustRule },
  "settings-keys": { path: "/settings/keys" },
  "settings-members-roles": { path: "/settings/members", act: chooseRoles },
};

async function askForApproval(page: Page): Promise<void> {
  const dialog = await draftPercentage(page, 60);
  await dialog.getByRole("button", { name: "Ask for approval" }).waitFor();
  await dialog.getByLabel("Why?").fill("The error rate is flat.");
}

async function planRollout(page: Page): Promise<void> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Roll out in steps…" }).click();
  const sheet = page.getByRole("dialog", { name: "Roll out in steps" });
  await showExpectations(page);
  await sheet.getByRole("button", { name: "Guard", exact: true }).click();
  await sheet.getByLabel("Name of the outcomes").fill("checkout");
  await sheet.getByText(/^Last week/).waitFor();
  await sheet.getByLabel("Why?").fill("The pilot is quiet for three days.");
  await sheet.getByRole("heading", { name: "Steps", exact: true }).scrollIntoViewIfNeeded();
}

function showRollout(state: "running" | "held" | "stopped") {
  return async (page: Page): Promise<void> => {
    await showGuardedRollout(page, state);
    await page.reload();
    await page.getByText("Guard: checkout").waitFor();
    await page
      .getByText(/^rollout\.\w+ delivered$/)
      .nth(1)
      .waitFor();
    await page.unrouteAll({ behavior: "wait" });
  };
}

async function editPolicy(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit…" }).click();
  await page.getByRole("dialog").getByLabel("Days until an open request ends").waitFor();
}

async function addTrustRule(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Add a trust rule" }).click();
  await page.getByRole("dialog").getByLabel("Name", { exact: true }).fill("deploy");
}

async function chooseRoles(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Actions for Release manager" }).click();
  await page.getByRole("menuitem", { name: "Roles in environments…" }).click();
  await page.getByRole("dialog", { name: "Roles of Release manager" }).waitFor();
}

async function selectRows(page: Page): Promise<void> {
  for (const key of ["refund_beta", "refund_async", "checkout_retry"]) {
    await page.getByRole("checkbox", { name: `Select ${key}` }).click();
  }
  await page.mouse.move(0, 0);
  await page.evaluate("document.activeElement.blur()");
}

async function draftAndTry(page: Page): Promise<void> {
  const actors = await openGate(page, "Actors");
  await actors.getByRole("button", { name: "Add actors" }).click();
  const dialog = page.getByRole("dialog", { name: "Add actors" });
  await dialog.getByLabel("Actor ids").fill("User;1043\nUser;78");
  await dialog.getByRole("button", { name: "Add 2 actors" }).click();
  await actors.getByRole("button", { name: "Actors" }).first().click();
  const percentage = await openGate(page, "Percentage of actors");
  await percentage.getByRole("spinbutton").fill("50");
  await page.getByLabel("Actor ids").fill("User;8 plan = pro, seats = 8");
  await page.getByRole("button", { name: "Try it", exact: true }).click();
  await page.getByText("As saved: not enabled.").waitFor();
  await page.evaluate("window.scrollTo(0, 0)");
}

async function review(page: Page): Promise<void> {
  const dialog = await reviewDraft(page);
  await dialog
    .getByLabel("Why?")
    .fill("The pilot is quiet for three days, the error rate is flat.");
}

async function showComments(page: Page): Promise<void> {
  const card = page.getByRole("region", { name: "Comments" });
  await card.getByText("Support is ready").waitFor();
  await card.scrollIntoViewIfNeeded();
}

async function search(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to" });
  await palette.getByText("checkout_redesign").first().waitFor();
  await palette.getByRole("combobox").fill("set 25");
  await palette.getByText("from 21%").first().waitFor();
}

async function writeExpression(page: Page): Promise<void> {
  const gate = await openGate(page, "Expression");
  for (const [id, properties] of [
    ["User;42", "plan = pro\nseats = 8"],
    ["Org;9", "plan = pro\nseats = 60"],
  ] as const) {
    const add = gate.getByRole("button", { name: "Add an actor to try" });
    if ((await gate.getByText(id, { exact: true }).count()) > 0 || (await add.count()) === 0) {
      continue;
    }
    await add.click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Actor id").fill(id);
    await dialog.getByLabel("Properties").fill(properties);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }
  await gate.getByRole("button", { name: "Add a condition" }).last().click();
}

async function openStep(page: Page): Promise<void> {
  await page.getByText("“pilot customers”").first().click();
  await page.getByText("Before", { exact: true }).first().waitFor();
}
