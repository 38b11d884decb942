import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { signIn } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const password = "a quiet evening by the sea";

describe("People and their roles", () => {
  const suite = uiSuite({
    expectedErrors: ["422", "409"],
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
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
    const field = colleague.getByRole("spinbutton", { name: "Percentage of actors" });
    await field.fill("40");
    await row("ada@example.com").getByRole("combobox").selectOption("viewer");
    await colleague.getByRole("button", { name: "Add actors" }).waitFor({ state: "detached" });
    expect(await colleague.getByRole("button", { name: "Apply" }).count()).toBe(0);
    await colleague.getByText("View only: your role is Viewer").waitFor();
    expect(await suite.page.getByText("View only").count()).toBe(0);
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
});
