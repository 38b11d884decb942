import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { gatesOf } from "./feature-gates.ts";
import { openGate } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

describe("The settings of the server", () => {
  const suite = uiSuite({
    expectedErrors: ["422"],
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
      await server.api("POST", "/features/search/groups", { name: "staff" });
    },
  });

  const row = (text: string) => suite.page.getByRole("listitem").filter({ hasText: text });

  test("the plan says what is used, and a limit of one's own is enforced", async () => {
    const { page, server } = suite;
    await suite.open("/settings/plan");
    const features = page.getByRole("row").filter({ hasText: /^Features/ });
    expect(await features.getByRole("cell").nth(1).textContent()).toBe("1");
    await page.getByRole("button", { name: "Edit" }).click();
    const dialog = page.getByRole("dialog", { name: "Edit the plan" });
    await dialog.getByLabel("Features", { exact: true }).fill("1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await features.getByText("changed").waitFor();
    const refused = await server.fetch("POST", "/features", { name: "second" });
    expect(refused.status).toBe(422);
    await page.getByRole("button", { name: "Edit" }).click();
    await dialog.getByLabel("Features", { exact: true }).fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await features.getByText("changed").waitFor({ state: "detached" });
    await page.getByRole("switch", { name: "Keep a sample of actors", checked: false }).click();
    await page.getByRole("switch", { name: "Keep a sample of actors", checked: true }).waitFor();
    await page.reload();
    await page.getByRole("switch", { name: "Keep a sample of actors", checked: true }).click();
    await page.getByRole("switch", { name: "Keep a sample of actors", checked: false }).waitFor();
    await server.api("POST", "/features", { name: "second" });
    await features.getByRole("cell").nth(1).getByText("2", { exact: true }).waitFor();
  });

  test("strict groups refuse unknown ones, also in the editor of the gate", async () => {
    const { page, server } = suite;
    await suite.open("/settings/groups");
    await row("staff").getByText("used by 1 feature").waitFor();
    await page.getByLabel("Group name").fill("beta");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await row("beta").getByText("used by 0 features").waitFor();
    const strict = page.getByRole("switch", { name: /^Refuse groups/ });
    await strict.click();
    await page.getByRole("switch", { name: /^Refuse groups/, checked: true }).waitFor();
    const refused = await server.fetch("POST", "/features/search/groups", { name: "nobody" });
    expect(refused.status).toBe(404);
    await suite.open("/features/search");
    await openGate(page, "Groups");
    await page.getByRole("button", { name: "beta", exact: true }).waitFor();
    expect(await page.getByLabel("Another group").count()).toBe(0);
    expect((await gatesOf(server, "search")).groups).toEqual(["staff"]);
    await suite.open("/settings/groups");
    await page.getByRole("button", { name: "Remove beta" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove beta?" });
    await dialog.getByRole("button", { name: "Remove" }).click();
    await row("beta").waitFor({ state: "detached" });
    await page.getByLabel("Group name").fill("staff");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "Remove staff" }).click();
    const used = page.getByRole("dialog", { name: "staff is used by 1 feature" });
    await used.getByRole("link", { name: "search" }).waitFor();
    await used.getByRole("button", { name: "Remove from the list" }).click();
    await page.getByText("staff is no longer registered. 1 feature keeps it").waitFor();
    await row("staff").getByText("used by 1 feature, not registered").waitFor();
    expect((await gatesOf(server, "search")).groups).toEqual(["staff"]);
    await strict.click();
    await page.getByRole("switch", { name: /^Refuse groups/, checked: false }).waitFor();
    await server.api("POST", "/features/search/groups", { name: "nobody" });
  });

  test("without a directory for backups no button offers what the server would refuse", async () => {
    const { page } = suite;
    await suite.open("/settings/backups");
    await page.getByText("No backups are scheduled.").waitFor();
    await page.getByText("gatehouse backup gatehouse.tar.gz").waitFor();
    expect(await page.getByRole("button", { name: "Back up now" }).count()).toBe(0);
  });

  test("about tells the version, the health and the directory", async () => {
    const { page, server } = suite;
    await suite.open("/settings/about");
    const { version } = (await Bun.file(`${import.meta.dir}/../../package.json`).json()) as {
      version: string;
    };
    await page.getByText(version, { exact: false }).first().waitFor();
    await page.getByText(server.dataDirectory, { exact: false }).first().waitFor();
    await page.getByText("OK", { exact: true }).first().waitFor();
  });
});

describe("Backups into a directory", () => {
  const directory = mkdtempSync(join(tmpdir(), "gatehouse-ui-backups-"));
  const suite = uiSuite({ variables: { GATEHOUSE_BACKUP_DIRECTORY: directory } });
  afterAll(() => rmSync(directory, { recursive: true }));

  test("one is made, listed and downloaded", async () => {
    const { page } = suite;
    await suite.open("/settings/backups");
    const buttons = page.getByRole("button", { name: "Download" });
    await page.getByText(directory).waitFor();
    const before = await buttons.count();
    await page.getByRole("button", { name: "Back up now" }).click();
    await buttons.nth(before).waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), buttons.first().click()]);
    expect(await download.failure()).toBeNull();
    const bytes = await Bun.file(await download.path()).bytes();
    const text = Buffer.from(gunzipSync(bytes)).toString("latin1");
    expect(text).toContain("gatehouse.db");
  });
});
