import { describe, expect, test } from "bun:test";
import { signIn, signOut } from "./ui-browser.ts";
import { ownerEmail, ownerPassword } from "./ui-server.ts";
import { uiSuite } from "./ui-suite.ts";

const newPassword = "another calm and quiet morning";
const refusals = ["401", "403", "422"];

describe("The own account", () => {
  const suite = uiSuite({
    expectedErrors: refusals,
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const signInButton = { name: "Sign in", exact: true } as const;

  test("a session that is ended elsewhere is signed out there at once, this one stays", async () => {
    const { page } = suite;
    const other = await suite.browser.open({ expectedErrors: refusals });
    await signIn(other, suite.server);
    await other.getByRole("row").filter({ hasText: "search" }).waitFor();
    await suite.open("/settings/account");
    await page.getByText("This one").waitFor();
    await page.getByRole("button", { name: "End", exact: true }).click();
    await page.getByRole("button", { name: "End", exact: true }).waitFor({ state: "detached" });
    await other.getByRole("button", signInButton).waitFor();
    expect(await other.getByRole("row").count()).toBe(0);
    await suite.open("/");
    await page.getByRole("row").filter({ hasText: "search" }).waitFor();
  });

  test("a passkey signs in without the password, until it is removed", async () => {
    const { page } = suite;
    // Passkeys belong to a name: browsers offer none for an IP address.
    const home = suite.server.url.replace("127.0.0.1", "localhost");
    const cdp = await page.context().newCDPSession(page);
    await cdp.send("WebAuthn.enable");
    await cdp.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await signIn(page, { url: home });
    await page.goto(`${home}/settings/account`);
    await page.getByLabel("Name of the passkey").fill("Laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey is added.").waitFor();
    const leave = async () => {
      await signOut(page);
      await page.getByRole("button", signInButton).waitFor();
    };
    await leave();
    const buttons = await page.getByRole("button").allTextContents();
    expect(buttons).toEqual(["Sign in with a passkey", "Sign in"]);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await page.getByRole("row").filter({ hasText: "search" }).waitFor();
    await page.goto(`${home}/settings/account`);
    const passkey = page.getByRole("listitem").filter({ hasText: "Laptop" });
    await passkey.getByRole("button", { name: "Remove" }).click();
    await passkey.waitFor({ state: "detached" });
    await leave();
    const refused = page.waitForResponse((response) =>
      response.url().endsWith("/passkeys/sign-in"),
    );
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    expect((await refused).status()).toBeGreaterThanOrEqual(400);
    await page.getByRole("button", signInButton).waitFor();
    expect(await page.getByRole("row").count()).toBe(0);
    expect((await page.context().request.get(`${home}/admin/v1/environments`)).status()).toBe(401);
    await cdp.detach();
  });

  test("a personal token is shown once, lets a program in, and is revoked", async () => {
    const { page } = suite;
    await suite.open("/settings/account");
    await page.getByLabel("Name of the token").fill("Nightly report");
    await page.getByLabel("Scope").selectOption({ label: "Also manage settings" });
    expect(await page.getByLabel("Expires").inputValue()).toBe("90");
    await page.getByRole("button", { name: "Only some" }).click();
    await page.getByLabel("Staging", { exact: true }).check();
    await page.getByLabel("Production", { exact: true }).uncheck();
    await page.getByLabel("May approve requests").check();
    await page.getByRole("button", { name: "Create a token" }).click();
    const value = await page.locator("pre").filter({ hasText: "gatehouse_pat_" }).textContent();
    const ask = async (environment = "staging") => {
      const headers = { authorization: `Bearer ${value}` };
      const path = `/admin/v1/environments/${environment}/tokens`;
      return (await fetch(suite.server.url + path, { headers })).status;
    };
    expect(await ask()).toBe(200);
    expect(await ask("production")).toBe(404);
    await page.reload();
    const item = page.getByRole("listitem").filter({ hasText: "Nightly report" });
    const rights = "Also manage settings · may approve · only Staging · expires in 90 days";
    await item.getByText(rights).waitFor();
    expect(await page.getByText(String(value)).count()).toBe(0);
    await item.getByRole("button", { name: "Revoke" }).click();
    await item.waitFor({ state: "detached" });
    expect(await ask()).toBe(401);
  });

  test("the person changes the own name, which others then see", async () => {
    const { page } = suite;
    await suite.open("/settings/account");
    const save = page.getByRole("button", { name: "Change the name" });
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel("Name", { exact: true }).fill("Release manager");
    await save.click();
    await page.getByText("Your name is changed.").waitFor();
    await page.getByRole("button", { name: "Release manager" }).waitFor();
    await suite.open("/settings/members");
    await page.getByRole("listitem").filter({ hasText: "Release manager" }).waitFor();
    await suite.open("/settings/account");
    await page.getByLabel("Name", { exact: true }).fill("Owner");
    await save.click();
    await page.getByText("Your name is changed.").waitFor();
  });

  test("a new password ends all other sessions, and replaces the old one", async () => {
    const { page } = suite;
    const other = await suite.browser.open({ expectedErrors: refusals });
    await signIn(other, suite.server);
    await suite.open("/settings/account");
    const set = page.getByRole("button", { name: "Set password" });
    await page.getByLabel("Current password").fill("not the password");
    await page.getByLabel("New password").fill(newPassword);
    await set.click();
    await page.getByRole("main").getByRole("alert").first().waitFor();
    await other.reload();
    await other.getByRole("row").filter({ hasText: "search" }).waitFor();

    await page.getByLabel("Current password").fill(ownerPassword);
    await set.click();
    await page.getByText("Your password is changed.").waitFor();
    await other.getByRole("button", signInButton).waitFor();
    await page.reload();
    await page.getByLabel("Current password").waitFor();
    await other.getByLabel("E-mail").fill(ownerEmail);
    await other.getByLabel("Password").fill(ownerPassword);
    await other.getByRole("button", signInButton).click();
    await other.getByRole("alert").waitFor();
    await signIn(other, suite.server, ownerEmail, newPassword);
  });
});
