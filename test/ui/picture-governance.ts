import type { Page } from "playwright-core";
import { askAdmin, managerEmail, managerPassword } from "./picture-data.ts";
import { signIn, type UiBrowser } from "./ui-browser.ts";
import type { UiServer } from "./ui-server.ts";

const dayMs = 86_400_000;
const production = "/environments/production";

const percentage = (key: string, value: number) => ({ kind: "percentage_of_actors", key, value });

interface Asked {
  readonly title: string;
  readonly commands: readonly object[];
  readonly reason: string;
  readonly apply?: object;
}

const asked: readonly Asked[] = [
  {
    title: "Half of all customers",
    reason: "The pilot is quiet for three days, the error rate is flat. OPS-12",
    apply: { kind: "approved" },
    commands: [
      percentage("checkout_redesign", 50),
      { kind: "actors", key: "checkout_redesign", add: ["User;2001", "User;2002"], remove: [] },
      { kind: "groups", key: "checkout_redesign", add: ["beta_testers"], remove: [] },
    ],
  },
  {
    title: "VAT rounding for Swiss invoices",
    reason: "The accountants agreed",
    commands: [percentage("refund_beta", 80)],
  },
  {
    title: "Remove legacy_export everywhere",
    reason: "Nobody has used it since May",
    apply: { kind: "at", at: Date.now() + dayMs },
    commands: [{ kind: "remove", key: "legacy_export" }],
  },
  {
    title: "New onboarding for everyone",
    reason: "The mails are fast again",
    commands: [{ kind: "enable", key: "new_onboarding" }],
  },
  {
    title: "Search v2 to a quarter",
    reason: "The index is complete",
    apply: { kind: "approved" },
    commands: [percentage("search_v2", 25)],
  },
];

/** Protects Production, and asks for changes that wait, are approved, and have drifted. */
export async function createGovernanceData(
  { home, server }: { readonly home: string; readonly server: UiServer },
  browser: UiBrowser,
): Promise<void> {
  const [owner, manager] = [await browser.open(), await browser.open()];
  await signIn(owner, { url: home });
  await signIn(manager, { url: home }, managerEmail, managerPassword);
  await signInInVain(browser, home);
  await createAccess(owner);
  const { value, policy } = await policyWithToken(owner);
  await askAdmin(owner, `${production}/policy`, { policy }, "PUT");
  for (const { apply = { kind: "author" }, ...request } of asked) {
    await askAdmin(manager, `${production}/requests`, { ...request, apply });
  }
  await askAdmin(owner, "/comments/request:1", { text: "Which customers are the two actors?" });
  await askAdmin(manager, "/comments/request:1", { text: "Those of the pilot in Bern." });
  const { request } = await askAdmin<{ readonly request: { readonly hash: string } }>(
    owner,
    "/requests/3",
    undefined,
    "GET",
  );
  await askAdmin(owner, "/requests/3/votes", { vote: "approve", hash: request.hash });
  const path = "/features/refund_beta/percentage_of_actors";
  await server.api("POST", path, { percentage: 60 }, value);
  await askAdmin(owner, "/audit/checkpoints", {});
  await Promise.all([owner.context().close(), manager.context().close()]);
}

/** Rules of sign-on and of a CI system, and a role in one environment. */
async function createAccess(owner: Page): Promise<void> {
  await askAdmin(owner, "/group-rules", { group: "platform", role: "admin" });
  await askAdmin(owner, "/group-rules", { group: "everyone", role: "viewer" });
  await askAdmin(owner, "/group-rules", {
    ...{ group: "support", role: "member", environment: "staging" },
  });
  await askAdmin(owner, "/members/1/emergency-access", {}, "PUT");
  await askAdmin(owner, "/trust-rules", {
    name: "deploy",
    issuer: "https://token.actions.githubusercontent.com",
    audience: "https://flags.example.com",
    claims: [
      { name: "repository_id", value: "42" },
      { name: "ref", value: "refs/heads/main" },
    ],
    ...{ environment: "staging", access: "read_and_write" },
  });
  const member = `/members/${encodeURIComponent(managerEmail)}/environments/staging`;
  await askAdmin(owner, member, { role: "admin" }, "PUT");
}

/** A policy under which a new token writes without approval. */
async function policyWithToken(owner: Page) {
  const { token, value } = await askAdmin<{
    readonly token: { readonly id: number };
    readonly value: string;
  }>(owner, `${production}/tokens`, { name: "terraform", access: "read_and_write" });
  const rules = [{ count: 1, roles: ["admin", "owner"], members: [], tokens: [] }];
  return { value, policy: { rules, directTokens: [token.id] } };
}

/** For the events of the security tab. */
async function signInInVain(browser: UiBrowser, home: string): Promise<void> {
  const page = await browser.open({ expectedErrors: ["401"] });
  await page.goto(home);
  await page.getByLabel("E-mail").fill(managerEmail);
  await page.getByLabel("Password").fill("the wrong one");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("alert").waitFor();
  await page.context().close();
}
