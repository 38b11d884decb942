import { describe, expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type StartedProvider, startProvider } from "../helpers/oidc-provider.ts";
import { startProxy } from "./forwarding-proxy.ts";
import { accessibilityProblems, setUpOwner, signOut, UiBrowser } from "./ui-browser.ts";
import { ownerEmail, ownerPassword, UiServer } from "./ui-server.ts";

interface Site extends AsyncDisposable {
  readonly home: string;
  readonly server: UiServer;
  readonly provider: StartedProvider;
  readonly browser: UiBrowser;
}

/** A server whose provider is another site for the browser: `127.0.0.1` instead of `localhost`. */
async function startSite(variables: Readonly<Record<string, string>> = {}): Promise<Site> {
  const stack = new AsyncDisposableStack();
  let target = "";
  const proxy = startProxy(() => target);
  stack.defer(() => proxy.stop(true));
  const home = `http://localhost:${proxy.port}`;
  const provider = stack.use(await startProvider(home));
  const directory = await mkdtemp(join(tmpdir(), "gatehouse-secret-"));
  stack.defer(() => rm(directory, { recursive: true, force: true }));
  const secretFile = join(directory, "secret");
  await writeFile(secretFile, `${provider.clientSecret}\n`);
  const server = stack.use(
    await UiServer.start("hosted", {
      GATEHOUSE_PUBLIC_URL: home,
      GATEHOUSE_OIDC_ISSUER: provider.issuer,
      GATEHOUSE_OIDC_CLIENT_ID: provider.clientId,
      GATEHOUSE_OIDC_CLIENT_SECRET_FILE: secretFile,
      GATEHOUSE_TRUSTED_PROXY: "127.0.0.1",
      ...variables,
    }),
  );
  target = server.url;
  const browser = stack.use(await UiBrowser.launch());
  return {
    ...{ home, server, provider, browser },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const button = { name: "Sign in with 127.0.0.1" } as const;

async function passProvider(page: Page, subject: string): Promise<void> {
  await page.locator('input[name="subject"]').fill(subject);
  await page.getByRole("button", { name: "Continue" }).click();
}

describe("The provider of the sign-in", () => {
  test("signs a person in on the page that was asked for, and signs out everywhere", async () => {
    await using site = await startSite();
    const { home, provider, browser, server } = site;
    provider.people.set("ada", { email: "ada@example.com", name: "Ada", groups: ["platform"] });
    const owner = await browser.open();
    await setUpOwner(owner, server);
    await owner.goto(`${home}/settings/sign-on`);
    await owner.getByText("Also sign people in", { exact: false }).waitFor();
    await owner.getByRole("definition").getByText("127.0.0.1", { exact: true }).waitFor();
    await owner.getByRole("button", { name: "Add a rule" }).click();
    const dialog = owner.getByRole("dialog", { name: "Add a rule" });
    await dialog.getByLabel("Group").fill("platform");
    await dialog.getByLabel("Role").selectOption("Owner");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await owner.getByText("People of the group platform are owners everywhere.").waitFor();
    const page = await browser.open({ expectedErrors: ["401", "403", "favicon", "127.0.0.1"] });
    await page.goto(`${home}/audits`);
    await page.getByRole("button", button).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("button", button).click();
    await passProvider(page, "ada");
    await page.getByRole("heading", { name: "Audits", level: 1 }).waitFor();
    expect(page.url()).toBe(`${home}/audits`);
    await page.goto(`${home}/settings/account`);
    await page.getByRole("heading", { name: "Sign-on" }).waitFor();
    await page.getByText(provider.issuer).waitFor();
    await signOut(page, "Ada");
    await page.waitForURL(`${provider.issuer}/session/end?**`);
    await page.getByRole("button", { name: "Yes" }).click();
    await page.waitForURL(`${home}/sign-in`);
    await page.getByRole("button", button).click();
    // The provider asks again, so its session has ended too.
    await passProvider(page, "ada");
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    browser.expectNoProblems();
  });

  test("is linked by a member who is signed in, and then signs in the same member", async () => {
    await using site = await startSite();
    const { home, provider, browser, server } = site;
    provider.people.set("me", { email: "me@elsewhere.example" });
    const page = await browser.open({ expectedErrors: ["401", "403", "favicon", "127.0.0.1"] });
    await setUpOwner(page, server);
    await page.goto(`${home}/settings/account`);
    await page.getByRole("button", { name: "Link an account of 127.0.0.1" }).click();
    await passProvider(page, "me");
    await page.getByText(provider.issuer).waitFor();
    expect(new URL(page.url()).pathname).toBe("/settings/account");
    expect(page.url()).not.toContain("code=");
    const other = await browser.open({ expectedErrors: ["401", "favicon", "127.0.0.1"] });
    await other.goto(home);
    await other.getByRole("button", button).click();
    await passProvider(other, "me");
    await other.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    await other.getByRole("complementary").getByRole("button", { name: "Owner" }).waitFor();
    browser.expectNoProblems();
  });

  test("lets nobody in without a rule, and says so", async () => {
    await using site = await startSite();
    const { home, provider, browser } = site;
    provider.people.set("eve", { email: "eve@example.com", groups: ["others"] });
    const page = await browser.open({ expectedErrors: ["401", "403", "favicon", "127.0.0.1"] });
    await page.goto(home);
    await page.getByRole("button", button).click();
    await passProvider(page, "eve");
    await page.getByRole("alert").getByText("No rule lets your groups in").waitFor();
    expect(page.url()).toBe(`${home}/sign-in`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Back to the sign-in" }).click();
    await page.getByRole("button", button).waitFor();
    const other = await browser.open({ expectedErrors: ["401", "favicon", "127.0.0.1"] });
    await other.goto(home);
    await other.getByRole("button", button).click();
    await passProvider(other, "nobody");
    await other.getByRole("alert").getByText("The sign-in with the provider failed").waitFor();
    browser.expectNoProblems();
  });

  test("alone signs people in with --sso-only, except by emergency access", async () => {
    await using site = await startSite({ GATEHOUSE_SSO_ONLY: "on" });
    const { home, browser, server } = site;
    const page = await browser.open({ expectedErrors: ["401", "403"] });
    await page.goto(await server.setUpLink());
    await page.getByLabel("E-mail").fill(ownerEmail);
    await page.getByLabel("Name", { exact: true }).fill("Owner");
    await page.getByLabel("New password").fill(ownerPassword);
    await page.getByRole("button", { name: "Set password" }).click();
    await page
      .getByText("Sign in with the provider; passwords, passkeys and links are off")
      .waitFor();
    await page.goto(home);
    await page.getByRole("button", button).waitFor();
    expect(await page.getByLabel("Password").isVisible()).toBe(false);
    await page.getByText("Emergency access").click();
    await page.getByLabel("Password").waitFor();
    browser.expectNoProblems();
  });
});
