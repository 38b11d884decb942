import { describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { run } from "../contract/server-process.ts";
import { uiSuite } from "./ui-suite.ts";

const lan = "gatehouse.lan";

describe("A token", () => {
  const suite = uiSuite({
    variables: { GATEHOUSE_ALLOWED_HOST: `127.0.0.1,${lan}` },
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
    },
  });

  async function newToken(page: Page, name: string, access: RegExp) {
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.getByRole("radio", { name: access }).check();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the token now" });
    const value = (await dialog.locator("pre").first().textContent()) ?? "";
    const command = (await dialog.locator("pre").nth(1).textContent()) ?? "";
    expect(value.length).toBeGreaterThan(20);
    return { dialog, value, command };
  }

  /** Everything that the page keeps: its content, its memory and its cookies. */
  async function keptBy(page: Page): Promise<string> {
    const storage: unknown = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state, location.href])",
    );
    const values: unknown = await page.evaluate(
      "JSON.stringify([...document.querySelectorAll('input, textarea')].map((field) => field.value))",
    );
    const cookies = JSON.stringify(await page.context().cookies());
    return [await page.content(), storage, values, cookies].join("\n");
  }

  test("is shown once: it is in no later page, storage or answer, and no other token is", async () => {
    const { page } = suite;
    await suite.open("/environments/details");
    const { dialog, value } = await newToken(page, "web", /^Read(?! and)/);
    const answers: Promise<string>[] = [];
    page.on("response", (response) => {
      const isStream = response.url().includes("/events");
      if (!isStream && response.url().includes("/admin/v1/")) {
        answers.push(response.text().catch(() => ""));
      }
    });
    await page.keyboard.press("Tab");
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await keptBy(page)).not.toContain(value);
    for (const path of ["/environments/details", "/environments", "/audits", "/settings/account"]) {
      await suite.open(path);
      expect(await keptBy(page)).not.toContain(value);
    }
    await suite.open("/environments/details");
    await page.getByText("web", { exact: true }).waitFor();
    const bodies = (await Promise.all(answers)).join("\n");
    expect(bodies).toContain('"web"');
    expect(bodies).not.toContain(value);
    page.removeAllListeners("response");
  });

  test("works with the command that is shown, may only read, and is refused once revoked", async () => {
    const { page, server } = suite;
    await suite.open("/environments/details");
    const { dialog, value, command } = await newToken(page, "reader", /^Read(?! and)/);
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    const shell = { name: "sh", argv: ["/bin/sh", "-c"] };
    const curl = () =>
      run(shell, [`PATH=/usr/bin:/bin; ${command} --silent --show-error --fail`], { cwd: "/" });
    const { code, out } = await curl();
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ features: [{ key: "search" }] });
    const written = await server.fetch("POST", "/features/search/boolean", undefined, value);
    expect(written.status).toBe(403);
    expect(await server.api("GET", "/features/search")).toMatchObject({ state: "off" });

    await page.getByRole("button", { name: "Revoke reader" }).click();
    const revoke = page.getByRole("dialog", { name: "Revoke reader?" });
    await revoke.getByRole("button", { name: "Revoke" }).click();
    await page.getByText("reader is revoked.").waitFor();
    await page.getByRole("button", { name: "Show 1 ended token" }).click();
    const ended = page.getByRole("table", { name: "Revoked and expired tokens" });
    await ended.getByText("reader", { exact: true }).waitFor();
    expect(
      await page.getByRole("table", { name: "Tokens", exact: true }).getByText("reader").count(),
    ).toBe(0);
    expect((await curl()).code).not.toBe(0);
    expect((await server.fetch("GET", "/features", undefined, value)).status).toBe(401);
    expect((await server.fetch("GET", "/features")).status).toBe(200);
  });

  test("is rotated with an overlap, and its new value is shown once", async () => {
    const { page, server } = suite;
    await suite.open("/environments/details");
    const { dialog: made, value: earlier } = await newToken(page, "rotated", /^Read(?! and)/);
    await made.getByRole("button", { name: "I have copied it" }).click();
    const rotate = async (overlap: string) => {
      await page.getByRole("button", { name: "Rotate rotated" }).first().click();
      const ask = page.getByRole("dialog", { name: "Rotate rotated?" });
      await ask.getByLabel("The earlier token works for").selectOption(overlap);
      await ask.getByRole("button", { name: "Rotate", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Copy the token now" });
      const value = (await dialog.locator("pre").first().textContent()) ?? "";
      await page.keyboard.press("Escape");
      await page.mouse.click(4, 4);
      expect(await dialog.isVisible()).toBe(true);
      await dialog.getByRole("button", { name: "I have copied it" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await page.content()).not.toContain(value);
      return value;
    };
    const statusOf = async (value: string) =>
      (await server.fetch("GET", "/features", undefined, value)).status;
    const second = await rotate("1 more hour");
    expect(await Promise.all([earlier, second].map(statusOf))).toEqual([200, 200]);
    const third = await rotate("No longer: it is revoked now");
    expect(await Promise.all([second, third].map(statusOf))).toEqual([401, 200]);
  });

  test("is copied over plain http on a name of the local network", async () => {
    // Without https the browser says in its console that it ignores the policy for windows.
    const page = await suite.browser.open({ expectedErrors: ["Cross-Origin-Opener-Policy"] });
    const url = suite.server.url.replace("127.0.0.1", lan);
    await page.goto(url);
    await page.getByLabel("E-mail").fill("owner@example.com");
    await page.getByLabel("Password").fill("a calm and quiet morning");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    await page.goto(`${url}/environments/details`);
    expect(await page.evaluate("isSecureContext || navigator.clipboard !== undefined")).toBe(false);
    const { dialog, value, command } = await newToken(page, "lan", /^Read and write/);
    expect(command).toContain(`http://${lan}:`);
    await dialog.getByRole("button", { name: "Copy token" }).click();
    await dialog.getByText("Copied", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.goto(url);
    const search = page.getByRole("searchbox", { name: "Search features" });
    await search.press("Control+v");
    expect(await search.inputValue()).toBe(value);
    const made = await suite.server.fetch("POST", "/features", { name: "by lan" }, value);
    expect(made.status).toBe(200);
  });
});
