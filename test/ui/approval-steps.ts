import { expect } from "bun:test";
import type { Page } from "playwright-core";
import { openGate, saveBar } from "./ui-browser.ts";
import type { UiServer } from "./ui-server.ts";
import type { UiSuite } from "./ui-suite.ts";

/** Sends a request to the Admin API with the session of a page. */
export async function adminCall(
  page: Page,
  server: UiServer,
  method: "POST" | "PUT" | "GET",
  path: string,
  data?: object,
): Promise<unknown> {
  const answer = await page.request.fetch(`${server.url}/admin/v1${path}`, {
    method,
    headers: { origin: server.url },
    ...(data === undefined ? {} : { data }),
  });
  const text = await answer.text();
  expect([path, answer.ok(), answer.ok() ? "" : text]).toEqual([path, true, ""]);
  return JSON.parse(text);
}

/** The page of a new member. */
export async function memberPage(
  suite: UiSuite,
  role: "admin" | "member" | "viewer",
  name: string,
  options: Parameters<UiSuite["browser"]["open"]>[0] = {},
): Promise<Page> {
  const { page: owner, server, browser } = suite;
  const email = `${name.toLowerCase().replaceAll(" ", "-")}@example.com`;
  const { link } = (await adminCall(owner, server, "POST", "/members", { email, name, role })) as {
    link: { url: string };
  };
  const page = await browser.open(options);
  const data = {
    code: new URL(link.url).hash.slice(1),
    email,
    name,
    password: "a quiet evening by the sea",
  };
  const set = await page.request.post(`${server.url}/admin/v1/set-up`, {
    data,
    headers: { origin: server.url },
  });
  expect(set.status()).toBe(200);
  return page;
}

/** Makes Production ask for one approval of admins or owners. */
export function protect(suite: UiSuite, changes: object = {}): Promise<unknown> {
  const rules = [{ count: 1, roles: ["admin", "owner"], members: [], tokens: [] }];
  const policy = { rules, ...changes };
  const path = "/environments/production/policy";
  return adminCall(suite.page, suite.server, "PUT", path, { policy });
}

/** Drafts a percentage of actors on the open page of a feature, and opens the review. */
export async function draftPercentage(page: Page, value: number) {
  await openGate(page, "Percentage of actors");
  await page
    .getByRole("spinbutton", { name: "Percentage of actors", exact: true })
    .fill(String(value));
  await saveBar(page).getByRole("button", { name: "Review" }).click();
  return page.getByRole("dialog", { name: /^Review \d+ changes?$/ });
}

/** The ids of Production's tokens. */
export async function tokenIds({ page, server }: UiSuite): Promise<readonly number[]> {
  const answer = await adminCall(page, server, "GET", "/environments/production/tokens");
  return (answer as { tokens: { id: number }[] }).tokens.map(({ id }) => id);
}
