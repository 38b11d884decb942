import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { memberPage } from "./approval-steps.ts";
import { gatesOf } from "./feature-gates.ts";
import { accessibilityProblems, openGate, saveBar, saveDraft, signIn } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const password = "a quiet evening by the sea";

describe("People and their roles", () => {
  const suite = uiSuite({
    expectedErrors: ["422", "409"],
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/environments", { name: "Staging" });
    },
  });
  let colleague: Page;

  const row = (email: string) => suite.page.getByRole("listitem").filter({ hasText: email });

  async function add(email: string, role: string): Promise<string> {
    const { page } = suite;
    await suite.open("/settings/members");
    await page.getByRole("button", { name: "Add a member" }).click();
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Role", { exact: true }).selectOption(role);
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "One-time link" });
    const link = (await dialog.locator("pre").textContent()) ?? "";
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator("li:has(:focus)").filter({ hasText: email }).waitFor();
    return link;
  }

  test("a member signs in by the link, which is shown once, and changes features", async () => {
    const link = await add("ada@example.com", "member");
    expect(await suite.page.content()).not.toContain(link);
    await row("ada@example.com").getByText("has a link that ends").waitFor();
    colleague = await suite.browser.open({ expectedErrors: ["401", "403"] });
    await colleague.goto(link);
    await colleague.getByLabel("New password").fill(password);
    await colleague.getByRole("button", { name: "Set password" }).click();
    await colleague.getByRole("button", { name: "New feature" }).waitFor();
    expect(await colleague.getByRole("link", { name: "Settings" }).count()).toBe(1);
    await colleague.goto(`${suite.server.url}/settings/backups`);
    await colleague.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
    expect(await colleague.getByRole("button", { name: "Back up now" }).count()).toBe(0);
    await colleague.goto(`${suite.server.url}/settings/members`);
    await colleague.getByText("ada@example.com").first().waitFor();
    expect(await colleague.getByRole("button", { name: "Add a member" }).count()).toBe(0);
  });

  test("a lower role takes the controls away at once, and the server refuses what was open", async () => {
    await colleague.goto(`${suite.server.url}/features/search`);
    await openGate(colleague, "Percentage of actors");
    const field = colleague.getByRole("spinbutton", { name: "Percentage of actors" });
    await field.fill("40");
    await saveBar(colleague).waitFor();
    await row("ada@example.com").getByRole("combobox").selectOption("viewer");
    await colleague.getByText("You can look, not change.").waitFor();
    await field.waitFor({ state: "detached" });
    expect(await saveBar(colleague).count()).toBe(0);
    expect(await colleague.getByText("40%").count()).toBe(0);
    expect(await colleague.getByRole("button", { name: "Revert" }).count()).toBe(0);
    expect(await suite.page.getByText("You can look, not change.").count()).toBe(0);
    const cookies = await colleague.context().cookies();
    const answer = await fetch(
      `${suite.server.url}/admin/v1/environments/1/features/search/percentage-of-actors`,
      {
        method: "PUT",
        headers: {
          cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
          "content-type": "application/json",
          origin: suite.server.url,
        },
        body: JSON.stringify({ percentage: 40 }),
      },
    );
    expect(answer.status).toBe(403);
    expect(await suite.server.api("GET", "/features/search")).toMatchObject({ state: "off" });
  });

  test("the last owner keeps the role", async () => {
    const { page } = suite;
    await suite.open("/settings/members");
    const role = row("owner@example.com").getByRole("combobox");
    const refused = page.waitForResponse((response) => response.request().method() === "PATCH");
    await role.selectOption("viewer");
    expect((await refused).status()).toBeGreaterThanOrEqual(400);
    await page.getByText("owner", { exact: false }).first().waitFor();
    await page.reload();
    await row("owner@example.com").waitFor();
    expect(await role.inputValue()).toBe("owner");
    expect(await page.getByRole("button", { name: "Add a member" }).count()).toBe(1);
  });

  test("who is removed is signed out at once, and cannot sign in again", async () => {
    const { page } = suite;
    await colleague.goto(`${suite.server.url}/`);
    await colleague.getByRole("row").filter({ hasText: "search" }).waitFor();
    await suite.open("/settings/members");
    await page.getByRole("button", { name: "Actions for ada" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    const dialog = page.getByRole("dialog", { name: /^Remove ada/ });
    const remove = dialog.getByRole("button", { name: "Remove" });
    expect(await remove.isDisabled()).toBe(true);
    await dialog.getByLabel("Type ada@example.com to confirm").fill("ada@example.com");
    await remove.click();
    await row("ada@example.com").waitFor({ state: "detached" });
    await colleague.getByRole("button", { name: "Sign in", exact: true }).waitFor();
    expect(await colleague.content()).not.toContain("search");
    await colleague.getByLabel("E-mail").fill("ada@example.com");
    await colleague.getByLabel("Password").fill(password);
    await colleague.getByRole("button", { name: "Sign in", exact: true }).click();
    await colleague.getByRole("alert").waitFor();
    const owner = await suite.browser.open();
    await signIn(owner, suite.server);
  });

  async function setRoleIn(name: string, environment: string, role: string): Promise<void> {
    const { page } = suite;
    await suite.open("/settings/members");
    await page.getByRole("button", { name: `Actions for ${name}` }).click();
    await page.getByRole("menuitem", { name: "Roles in environments…" }).click();
    const dialog = page.getByRole("dialog", { name: `Roles of ${name}` });
    await dialog.getByLabel(`Role of ${name} in ${environment}`).selectOption(role);
    expect(await accessibilityProblems(page)).toEqual([]);
    await dialog.getByText("Close", { exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  }

  test("a viewer who is a member in Staging changes features there only", async () => {
    const tester = await memberPage(suite, "viewer", "Tester");
    await suite.open("/features/search?env=staging", tester);
    const strip = tester.getByText("You can look, not change.");
    await strip.waitFor();
    await setRoleIn("Tester", "Staging", "Member");
    await row("tester@example.com").getByText("Member in Staging").waitFor();
    await strip.waitFor({ state: "detached" });
    await openGate(tester, "Percentage of actors");
    await tester.getByRole("spinbutton", { name: "Percentage of actors", exact: true }).fill("40");
    await saveDraft(tester);
    expect((await gatesOf(suite.server, "search")).percentageOfActors).toBe(0);
    await suite.open("/?env=staging", tester);
    await tester.getByRole("button", { name: "New feature" }).waitFor();
    for (const path of ["/features/search", "/", "/settings/groups"]) {
      await suite.open(path, tester);
      await strip.waitFor();
      for (const name of ["Turn off", "New feature", "More actions", "Undo"]) {
        expect([path, name, await tester.getByRole("button", { name }).count()]).toEqual([
          path,
          name,
          0,
        ]);
      }
    }
    await suite.open("/features/search?env=staging", tester);
    await tester.getByRole("button", { name: "Turn off" }).waitFor();
    await setRoleIn("Tester", "Staging", "Viewer, as everywhere");
    await strip.waitFor();
    await tester.context().close();
  });

  test("an admin who is a viewer in Production manages all but Production", async () => {
    const admin = await memberPage(suite, "admin", "Auditor");
    await setRoleIn("Auditor", "Production", "Viewer");
    await row("auditor@example.com").getByText("Viewer in Production").waitFor();
    const protect = admin.getByRole("button", { name: "Ask for approvals…" });
    await suite.open("/environments/details", admin);
    await admin.getByText("You can look, not change.").waitFor();
    expect(await protect.count()).toBe(0);
    expect(await admin.getByRole("button", { name: "Create a token" }).count()).toBe(0);
    await suite.open("/environments/details?env=staging", admin);
    await protect.waitFor();
    await suite.open("/compare?a=production&b=staging", admin);
    await admin.getByRole("rowheader", { name: "search" }).waitFor();
    expect(await admin.getByRole("button", { name: /^Copy the gates/ }).count()).toBe(0);
    await suite.open("/settings/groups", admin);
    await admin.getByLabel("Group name").waitFor();
    await suite.open("/audits/security", admin);
    await admin.getByRole("link", { name: "Security", exact: true }).waitFor();
    await admin.context().close();
  });
});
