import { describe, expect, test } from "bun:test";
import { adminCall, memberPage } from "./approval-steps.ts";
import { accessibilityProblems } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("Settings of sign-on, trust and keys", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });

  const row = (text: string) => suite.page.getByRole("listitem").filter({ hasText: text });
  const read = (path: string) => adminCall(suite.page, suite.server, "GET", path);

  async function choose(menu: string, action: string): Promise<void> {
    await suite.page.getByRole("button", { name: menu }).click();
    await suite.page.getByRole("menuitem", { name: action }).click();
  }

  test("rules for groups are sentences, which are added, edited and removed", async () => {
    const { page } = suite;
    await suite.open("/settings/sign-on");
    await page.getByText("--oidc-issuer https://login.example.com").waitFor();
    await page.getByText("No rules yet").waitFor();
    await page.getByRole("button", { name: "Add a rule" }).click();
    const added = page.getByRole("dialog", { name: "Add a rule" });
    await added.getByLabel("Group").fill("platform");
    await added.getByLabel("Role").selectOption("Owner");
    await added.getByLabel("Where").selectOption("Staging");
    expect(await accessibilityProblems(page)).toEqual([]);
    // Owners are owners everywhere.
    expect(await added.getByLabel("Role").inputValue()).toBe("admin");
    await added.getByRole("button", { name: "Add", exact: true }).click();
    await row("People of the group platform are admins in Staging.").waitFor();
    await choose("Actions for the rule of platform", "Edit");
    const edited = page.getByRole("dialog", { name: "Edit the rule of platform" });
    await edited.getByLabel("Where").selectOption("Everywhere");
    await edited.getByLabel("Role").selectOption("Viewer");
    await edited.getByRole("button", { name: "Save" }).click();
    await row("People of the group platform are viewers everywhere.").waitFor();
    await row("in Staging").waitFor({ state: "detached" });
    expect(await read("/group-rules")).toMatchObject({
      rules: [{ group: "platform", role: "viewer", environmentId: null }],
    });
    await choose("Actions for the rule of platform", "Remove");
    const remove = page.getByRole("dialog", { name: "Remove the rule of platform?" });
    await remove.getByRole("button", { name: "Remove" }).click();
    await page.getByText("No rules yet").waitFor();
  });

  test("an owner gets emergency access, and loses it", async () => {
    const { page } = suite;
    await suite.open("/settings/sign-on");
    await page.getByText("No owner has emergency access").waitFor();
    await page.getByLabel("Owner", { exact: true }).selectOption("Owner, owner@example.com");
    await page.getByRole("button", { name: "Give emergency access" }).click();
    await row("owner@example.com · never used").waitFor();
    await page.getByRole("button", { name: "Remove the emergency access of Owner" }).click();
    await page.getByText("No owner has emergency access").waitFor();
  });

  test("jobs are trusted by their claims, and the page has an example for them", async () => {
    const { page, server } = suite;
    await suite.open("/settings/trust");
    const code = page.getByRole("region", { name: "Example for GitHub Actions" });
    await code.getByText(`${server.url}/admin/v1/sign-in/ci`).waitFor();
    await page.getByRole("button", { name: "Add a trust rule" }).click();
    const added = page.getByRole("dialog", { name: "Add a trust rule" });
    await added.getByRole("button", { name: "GitLab CI" }).click();
    await added.getByLabel("Name", { exact: true }).fill("deploy");
    await added.getByLabel("Value of claim 1").fill("42");
    await added.getByRole("button", { name: "Add a claim" }).click();
    await added.getByLabel("Claim 2", { exact: true }).fill("ref");
    await added.getByLabel("Value of claim 2").fill("main");
    await added.getByLabel("Environment").selectOption("Staging");
    expect(await accessibilityProblems(page)).toEqual([]);
    await added.getByRole("button", { name: "Add", exact: true }).click();
    await row("deploy").getByText("with project_id = 42, ref = main").waitFor();
    await row("deploy").getByText("Read and write in Staging").waitFor();
    await choose("Actions for deploy", "Edit");
    const edited = page.getByRole("dialog", { name: "Edit deploy" });
    await edited.getByRole("button", { name: "Remove claim 2" }).click();
    await edited.getByLabel("Access").selectOption("Read");
    await edited.getByRole("button", { name: "Save" }).click();
    await row("deploy").getByText("Read in Staging").waitFor();
    await page.getByText("ref = main").waitFor({ state: "detached" });
    expect(await read("/trust-rules")).toMatchObject({
      rules: [
        {
          ...{ name: "deploy", issuer: "https://gitlab.com", audience: server.url },
          ...{ environment: "staging", access: "read_only" },
          claims: [{ name: "project_id", value: "42" }],
        },
      ],
    });
    await choose("Actions for deploy", "Remove");
    const remove = page.getByRole("dialog", { name: "Remove deploy?" });
    await remove.getByRole("button", { name: "Remove" }).click();
    await page.getByText("No job is trusted").waitFor();
  });

  test("a key signs checkpoints, until another one replaces it", async () => {
    const { page } = suite;
    await suite.open("/settings/keys");
    await page.getByRole("button", { name: "Sign one now" }).click();
    await page.getByText(/^Checkpoint \d+ is signed\.$/).waitFor();
    await page.getByText(/^Checkpoint \d+, /).waitFor();
    await page.getByText(/^\d+ acts? and \d+ audits?$/).waitFor();
    await page.getByText("gatehouse audit verify record.jsonl").waitFor();
    await row("signs now").waitFor();
    await page.getByRole("button", { name: "Replace the key…" }).click();
    const question = page.getByRole("dialog", { name: "Replace the signing key?" });
    await question.getByRole("button", { name: "Replace the key" }).click();
    await page.getByText("A new key signs checkpoints.").waitFor();
    await row("replaced").waitFor();
    expect(await row("signs now").count()).toBe(1);
  });

  test("an admin sees the keys without replacing them, and a member none of it", async () => {
    const admin = await memberPage(suite, "admin", "Admin");
    await suite.open("/settings/keys", admin);
    await admin.getByText("signs now").waitFor();
    expect(await admin.getByRole("button", { name: "Replace the key…" }).count()).toBe(0);
    for (const name of ["Sign-on", "Trust"]) {
      expect([name, await admin.getByRole("link", { name }).count()]).toEqual([name, 0]);
    }
    await admin.context().close();
    const member = await memberPage(suite, "member", "Member");
    await suite.open("/settings/keys", member);
    await member.getByRole("link", { name: "Members" }).waitFor();
    expect(await member.getByRole("link", { name: "Keys" }).count()).toBe(0);
    expect(new URL(member.url()).pathname).toBe("/settings/account");
    await member.context().close();
  });
});
