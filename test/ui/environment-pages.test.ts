import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { settled, setUpOwner, typeKey, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

describe("The pages of environments", () => {
  let server: UiServer;
  let browser: UiBrowser;
  let page: Page;

  beforeAll(async () => {
    server = await UiServer.start();
    browser = await UiBrowser.launch();
    page = await browser.open();
    await server.api("POST", "/features", { name: "search" });
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 25 });
    await server.api("POST", "/features", { name: "reports" });
    await setUpOwner(page, server);
  });
  afterEach(() => browser.expectNoProblems());
  afterAll(async () => {
    await browser[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const open = async (path: string) => {
    await page.goto(server.url + path);
    await settled(page);
  };

  test("an environment is created, and its token is shown once", async () => {
    await open("/environments");
    await page.getByRole("button", { name: "New environment" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Branch 7");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "Branch 7", level: 1 }).waitFor();
    await page.getByText("Everything is as in Production").waitFor();

    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("Name", { exact: true }).fill("branch bot");
    await page.getByLabel("Read and write").check();
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Copy the token now" });
    const value = (await dialog.locator("pre").first().textContent()) ?? "";
    expect(value.length).toBeGreaterThan(20);
    await page.mouse.click(5, 5);
    await dialog.getByRole("button", { name: "Copy token" }).click();
    await dialog.getByText("Copied", { exact: true }).waitFor();
    await dialog.getByRole("button", { name: "I have copied it" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.reload();
    await page.getByText("branch bot").waitFor();
    expect(await page.content()).not.toContain(value);

    const set = await server.fetch("POST", "/features/search/actors", { flipper_id: "A" }, value);
    expect(set.status).toBe(200);
    await page.getByText("1 actor").first().waitFor();

    await page.getByRole("button", { name: "Revoke branch bot" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await page.getByText("branch bot is revoked.").waitFor();
    const refused = await server.fetch("GET", "/features", undefined, value);
    expect(refused.status).toBe(401);
  });

  test("several features are copied in one step", async () => {
    const keys = ["copied one", "copied two"];
    for (const name of keys) {
      await server.api("POST", "/features", { name });
    }
    await open("/compare?a=production&b=branch-7");
    const environments = await page.request.get(`${server.url}/admin/v1/environments`);
    const answer = (await environments.json()) as {
      environments: readonly { id: number; slug: string }[];
    };
    const branch = answer.environments.find(({ slug }) => slug === "branch-7")?.id ?? 0;
    for (const key of keys) {
      await page.request.put(
        `${server.url}/admin/v1/environments/${branch}/features/${encodeURIComponent(key)}/boolean`,
        { data: { enabled: true }, headers: { origin: server.url } },
      );
    }
    await open("/compare?a=production&b=branch-7");
    for (const key of keys) {
      await page.getByRole("checkbox", { name: `Select ${key}` }).check();
    }
    const bar = page.getByRole("region", { name: "Selection" });
    await bar.getByText("2 selected").waitFor();
    await bar.getByRole("button", { name: "Copy to Production…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 features change").waitFor();
    await dialog.getByLabel("Type 2 to confirm").fill("2");
    await dialog.getByRole("button", { name: "Copy the gates" }).click();
    await dialog.waitFor({ state: "detached" });
    for (const key of keys) {
      const path = `/features/${encodeURIComponent(key)}`;
      expect(await server.api("GET", path)).toMatchObject({ state: "on" });
      await server.api("DELETE", path);
    }
    expect(await bar.count()).toBe(0);
  });

  test("an override is compared with Production, copied there, and given up", async () => {
    await open("/compare?a=production&b=branch-7&show=different");
    const name = "Copy the gates of search from Branch 7 to Production";
    await page.getByText("1 actor").waitFor();
    expect(await page.getByText("reports").count()).toBe(0);
    await page.getByRole("button", { name }).click();
    const dialog = page.getByRole("dialog", { name: "Copy search to Production?" });
    const confirm = dialog.getByRole("button", { name: "Copy gates" });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel("Type search to confirm").fill("search");
    await confirm.click();
    await page.getByText("No gate differs between these environments.").waitFor();
    expect(await server.api("GET", "/features/search")).toMatchObject({ state: "conditional" });

    await open("/environments/details?env=branch-7");
    await page.getByText("The same gates as in Production").waitFor();
    await page.getByRole("button", { name: "Mirror Production for search" }).click();
    await page.getByText("Everything is as in Production").waitFor();
  });

  test("a change is undone from the audits", async () => {
    await server.api("POST", "/features/search/percentage_of_actors", { percentage: 75 });
    await open("/audits?key=search");
    const change = page.getByRole("listitem").filter({ hasText: "25% → 75%" });
    await change.getByRole("button", { name: "Undo", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: /^Undo: / });
    await dialog.getByText("Percentage of actors 75% → 25%").waitFor();
    await typeKey(dialog);
    await dialog.getByRole("button", { name: "Undo" }).click();
    const done = page.getByRole("listitem").filter({ hasText: "Undone" });
    await done.getByText("Owner", { exact: true }).waitFor();
    await page.getByLabel("Action").selectOption("rollback");
    await change.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("action")).toBe("rollback");
  });

  test("an environment is deleted by its name", async () => {
    await open("/environments/details?env=branch-7");
    await page.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("dialog", { name: "Delete Branch 7?" });
    const confirm = dialog.getByRole("button", { name: "Delete environment" });
    await dialog.getByLabel("Type Branch 7 to confirm").fill("Branch");
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByLabel("Type Branch 7 to confirm").fill("Branch 7");
    await confirm.click();
    await page.getByRole("link", { name: "Branch 7" }).waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Environments", level: 1 }).waitFor();
  });

  test("telemetry tells of keys without a feature", async () => {
    await open("/telemetry");
    await page.getByText("No evaluations yet").waitFor();
    const time = Math.floor(Date.now() / 1_000);
    await server.api("POST", "/telemetry", {
      request_id: crypto.randomUUID(),
      enabled_metrics: ["search", "serch", "sarch"].map((key) => ({
        key,
        time,
        result: true,
        value: 7,
      })),
    });
    await page.reload();
    await page.getByText("1 of 2").waitFor();
    await page.getByRole("button", { name: "Dismiss sarch" }).click();
    await page.getByText("sarch", { exact: true }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Create feature serch" }).click();
    await page.getByText("serch is created.").waitFor();
    await page.getByRole("button", { name: "Create feature serch" }).waitFor({ state: "detached" });
    await page.getByRole("slider", { name: "Choose a time in the chart" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.getByText("All numbers as a table").click();
    await page.getByRole("cell", { name: "100%" }).first().waitFor();
  });
});
