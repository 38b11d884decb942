import { describe, expect, test } from "bun:test";
import { gatesOf } from "./feature-gates.ts";
import { accessibilityProblems, applyDraft, openGate, reviewDraft, signIn } from "./ui-browser.ts";
import { ownerPassword } from "./ui-server.ts";
import { uiSuite } from "./ui-suite.ts";

const many = Array.from({ length: 150 }, (_, index) => `User;${1_000 + index}`);

describe("What the page asks before it changes something", () => {
  const suite = uiSuite({
    // Refusals that ask for the key, or for a proof.
    expectedErrors: ["422", "403", "401"],
    prepare: async (server) => {
      await server.api("POST", "/import", {
        version: 1,
        features: { search: {}, crowd: { actors: [...many, "User;1"] } },
      });
    },
  });

  const keyDialog = () =>
    suite.page.getByRole("dialog", { name: "This change affects many actors" });
  const proofDialog = () => suite.page.getByRole("dialog", { name: "Confirm that it is you" });

  test("all actors in Production need the key; a small share does not", async () => {
    const { page, server } = suite;
    await suite.open("/features/search");
    await openGate(page, "Percentage of actors");
    const field = page.getByRole("spinbutton", { name: "Percentage of actors" });
    await field.fill("5");
    const review = await reviewDraft(page);
    expect(await review.getByLabel(/^Type /).count()).toBe(0);
    await applyDraft(page, "search");

    await field.fill("100");
    await field.press("Enter");
    await reviewDraft(page);
    expect(await accessibilityProblems(page)).toEqual([]);
    const change = review.getByRole("button", { name: "Apply" });
    await review.getByLabel("Type search to confirm").fill("serch");
    expect(await change.isDisabled()).toBe(true);
    await review.getByRole("button", { name: "Back" }).click();
    await review.waitFor({ state: "detached" });
    // What was typed is still there.
    expect(await field.inputValue()).toBe("100");
    expect(await gatesOf(server, "search")).toMatchObject({ percentageOfActors: 5 });

    await field.press("Enter");
    await reviewDraft(page);
    await review.getByLabel("Type search to confirm").fill("search");
    await change.click();
    await page.locator(".toast").getByText("100% of actors in Production").waitFor();
    // The focus returns to the field, where Ctrl Z belongs to the field; only then Tab leaves it.
    await review.waitFor({ state: "detached" });
    await page.locator('input[type="number"]:focus').waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Control+z");
    await keyDialog().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await keyDialog().getByRole("button", { name: "Cancel" }).click();
    await keyDialog().waitFor({ state: "detached" });
    expect(await gatesOf(server, "search")).toMatchObject({ percentageOfActors: 100 });
  });

  test("so does the removal of many actors", async () => {
    const { page, server } = suite;
    await suite.open("/features/crowd");
    const card = await openGate(page, "Actors");
    await card.getByLabel("Filter actors").fill("User;1");
    await card.getByText("151 contain the text").waitFor();
    await card.getByRole("button", { name: "Select all" }).click();
    await card.getByRole("button", { name: "Remove 151 actors" }).click();
    const review = await reviewDraft(page);
    await review.getByLabel("Type crowd to confirm").waitFor();
    expect((await gatesOf(server, "crowd")).actors).toHaveLength(151);
    await page.keyboard.press("Escape");
    await review.waitFor({ state: "detached" });
    await reviewDraft(page);
    await review.getByLabel("Type crowd to confirm").fill("crowd");
    await page.keyboard.press("Control+Enter");
    await review.waitFor({ state: "detached" });
    expect((await gatesOf(server, "crowd")).actors).toEqual([]);
  });

  test("a token asks who it is on top of its dialog, which stays open and shows the value", async () => {
    const { page } = suite;
    const other = await suite.browser.open({ expectedErrors: ["401"] });
    await suite.open("/environments");
    await page.getByRole("link", { name: "Production" }).first().click();
    await page.getByRole("button", { name: "New token" }).first().click();
    const dialog = page.getByRole("dialog", { name: "New token" });
    await dialog.getByLabel("Name").fill("later");
    // As the server answers when the sign-in was more than ten minutes ago.
    let refusals = 0;
    await page.route("**/tokens", async (route) => {
      if (route.request().method() === "POST" && refusals < 2) {
        refusals++;
        const error = { code: "proof_required", message: "Confirm that it is you" };
        await route.fulfill({ status: 403, json: error });
      } else {
        await route.continue();
      }
    });
    await dialog.getByRole("button", { name: "Create" }).click();
    await proofDialog().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await proofDialog().waitFor({ state: "detached" });
    expect(await dialog.getByLabel("Name").inputValue()).toBe("later");
    await dialog.getByRole("button", { name: "Create" }).click();
    await proofDialog().getByLabel("Your password").click();
    await proofDialog().getByLabel("Your password").fill("not the password");
    await proofDialog().getByRole("button", { name: "Confirm" }).click();
    await proofDialog().getByText("The password is wrong").waitFor();
    const cookies = await page.context().cookies();
    await other.context().addCookies(cookies);
    await proofDialog().getByLabel("Your password").fill(ownerPassword);
    await proofDialog().getByRole("button", { name: "Confirm" }).click();
    await proofDialog().waitFor({ state: "detached" });
    await page.getByRole("dialog", { name: "Copy the token now" }).waitFor();
    await page.unroute("**/tokens");
    // The cookie from before the proof has ended with its session.
    await other.goto(suite.server.url);
    await other.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    await signIn(other, suite.server);
  });

  test("a passkey proves it too, and goes with a new password if that is chosen", async () => {
    const page = await suite.browser.open({ expectedErrors: ["403", "401", "422", "404"] });
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
    const form = page.getByRole("checkbox", { name: "Remove my 1 passkey too" });
    expect(await form.count()).toBe(0);
    await page.getByLabel("Name of the passkey").fill("Laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await page.getByText("The passkey is added.").waitFor();

    let refusals = 0;
    await page.route("**/admin/v1/members", async (route) => {
      if (route.request().method() === "POST" && refusals === 0) {
        refusals++;
        const error = { code: "proof_required", message: "Confirm that it is you" };
        await route.fulfill({ status: 403, json: error });
      } else {
        await route.continue();
      }
    });
    await page.goto(`${home}/settings/members`);
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("dialog", { name: "One-time link" }).waitFor();
    await page.unroute("**/admin/v1/members");

    await page.goto(`${home}/settings/account`);
    await page.getByLabel("Current password").fill(ownerPassword);
    await page.getByLabel("New password").fill("another calm and quiet morning");
    await form.check();
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByText("Your password is changed.").waitFor();
    await form.waitFor({ state: "detached" });
    await page.getByRole("listitem").filter({ hasText: "Laptop" }).waitFor({ state: "detached" });
    await cdp.detach();
  });
});
