import type { Page } from "playwright-core";
import { createLifelikeData } from "./lifelike-data.ts";
import type { UiBrowser } from "./ui-browser.ts";
import type { UiServer } from "./ui-server.ts";

export const managerEmail = "release@example.com";
export const managerPassword = "a calm release on a Tuesday";
const pilotSize = 5_000;
const pilotStep = 3;

const everyone = { gate: "boolean", action: "enable" };
const percentage = (value: number) => ({ gate: "percentage_of_actors", action: "enable", value });
const group = (value: string) => ({ gate: "groups", action: "enable", value });
const actors = (...values: readonly string[]) => ({ gate: "actors", action: "enable", values });
const pilot = Array.from({ length: pilotSize }, (_, index) => `User;${10_000 + index * pilotStep}`);

interface Change {
  readonly in?: string;
  readonly key: string;
  readonly gates: readonly object[];
  readonly reason?: string;
}

const ownerChanges: readonly Change[] = [
  { key: "saved_filters", gates: [group("support")] },
  { key: "checkout_redesign", gates: [group("support")] },
  { key: "refund_beta", gates: [percentage(45)], reason: "VAT rounding" },
];

const managerChanges: readonly Change[] = [
  { key: "checkout_redesign", gates: [actors(...pilot)], reason: "pilot customers" },
  ...["checkout_redesign", "refund_async", "refund_beta", "checkout_retry", "search_v2"].map(
    (key) => ({ in: "staging", key, gates: [everyone] }),
  ),
  { in: "feature-checkout", key: "coupon_v3", gates: [actors("User;42")] },
  { in: "feature-checkout", key: "ai_summaries", gates: [everyone] },
  { key: "new_onboarding", gates: [percentage(49)], reason: "mails were late" },
];

/** Fills a server whose owner is signed in: the features of a shop, and changes by several people. */
export async function createPictureData(
  server: UiServer,
  browser: UiBrowser,
  owner: Page,
): Promise<void> {
  const { value } = await askAdmin<{ readonly value: string }>(owner, "/environments/1/tokens", {
    name: "deploy-bot",
    access: "read_and_write",
  });
  await createLifelikeData(server, value);
  const manager = await openManager(browser, owner);
  await makeChanges(owner, ownerChanges);
  await makeChanges(manager, managerChanges);
  await comment(
    manager,
    "The pilot waits for **OPS-12**. Before 50%:\n\n- ask support\n- watch `refund_async`",
  );
  await comment(owner, "Support is ready: https://status.example.com/91");
  await manager.context().close();
  const path = "/features/checkout_redesign/percentage_of_actors";
  await server.api("POST", path, { percentage: 21 }, value);
}

/** Sends a request of the Admin API with the session of a page. */
export async function askAdmin<Answer>(
  page: Page,
  path: string,
  data?: object,
  method = "POST",
): Promise<Answer> {
  const { origin } = new URL(page.url());
  const url = `${origin}/admin/v1${path}`;
  const body = data === undefined ? {} : { data };
  const answer = await page.request.fetch(url, { method, headers: { origin }, ...body });
  if (!answer.ok()) {
    throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  }
  return (await answer.json()) as Answer;
}

async function openManager(browser: UiBrowser, owner: Page): Promise<Page> {
  const { link } = await askAdmin<{ readonly link: { readonly url: string } }>(owner, "/members", {
    email: managerEmail,
    name: "Release manager",
    role: "member",
  });
  const page = await browser.open();
  await page.goto(link.url);
  await page.getByLabel("New password").fill(managerPassword);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
  return page;
}

async function comment(page: Page, text: string): Promise<void> {
  await askAdmin(page, "/comments/feature:checkout_redesign", { text });
}

async function makeChanges(page: Page, changes: readonly Change[]): Promise<void> {
  for (const { in: environment = "production", key, gates, reason } of changes) {
    await askAdmin(page, `/environments/${environment}/features/${key}/changes`, {
      changes: gates,
      typed: key,
      ...(reason === undefined ? {} : { reason }),
    });
  }
}
