import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../contract/server-process.ts";
import { accessibilityProblems, signIn } from "./ui-browser.ts";
import { uiSuite } from "./ui-suite.ts";

const shell = { name: "sh", argv: ["/bin/sh", "-c"] };

describe("Get started", () => {
  const suite = uiSuite({ expectedErrors: ["401"] });
  // Inside of the repository, so that the packages of the code are found.
  const directory = mkdtempSync(join(import.meta.dir, ".started-"));
  afterAll(() => rmSync(directory, { recursive: true }));

  const step = (name: string) => suite.page.getByRole("listitem").filter({ hasText: name });
  const entry = () => suite.page.getByRole("navigation").getByRole("link", { name: "Get started" });
  const code = (client: string) => suite.page.getByRole("region", { name: `${client} code` });
  const choose = (client: string) =>
    suite.page.getByRole("button", { name: client, exact: true }).click();

  /** Reloads the facts until the text is there; the page requests them every three seconds. */
  const seen = (text: string | RegExp) => suite.page.getByText(text).first().waitFor();

  test("counts the steps that the facts tick, and leads to the first feature", async () => {
    const { page } = suite;
    await suite.open("/get-started");
    await entry().getByText("1 of 5").waitFor();
    expect(await step("Own this server").textContent()).toContain("Owner, with a password");
    await step("Create a feature").getByRole("button", { name: "New feature" }).click();
    await page.getByLabel("Feature key").fill("checkout_redesign");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    await page.getByRole("heading", { name: "checkout_redesign", level: 1 }).waitFor();
    await entry().getByText("2 of 5").waitFor();
    await entry().click();
    await step("Create a feature").getByText("checkout_redesign, off in Production").waitFor();
  });

  test("says what arrived instead of a check: nothing, a wrong token, only reads", async () => {
    const { page, server } = suite;
    await suite.open("/get-started");
    await seen("Waiting for the first check…");
    await page.getByRole("button", { name: "Nothing comes?" }).click();
    await seen("Nothing came.");
    await server.fetch("GET", "/features", undefined, "not the token");
    await seen(/One request came, with a wrong token, from 127\.0\.0\.1 at/);
    await server.api("GET", "/features");
    await seen(/reads the features, but checks none\./);
    expect(await entry().textContent()).toContain("2 of 5");
  });

  test("makes a token for the code, which the page shows until it is left", async () => {
    const { page } = suite;
    await suite.open("/get-started");
    expect(await code("Ruby").textContent()).toContain("FLIPPER_CLOUD_TOKEN=…\n");
    await page.getByRole("button", { name: "Make a token" }).click();
    await seen("The token is in the code");
    const first = tokenIn(await code("Ruby").textContent());
    expect(first.length).toBeGreaterThan(20);
    await page.getByRole("button", { name: "Make another" }).click();
    await code("Ruby").filter({ hasNotText: first }).waitFor();
    const second = tokenIn(await code("Ruby").textContent());
    expect(second).not.toBe(first);
    await page.getByRole("link", { name: "Features" }).first().click();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    await entry().click();
    await seen(`The token ends with …${second.slice(-4)}.`);
    expect(await page.content()).not.toContain(second);
    expect(await page.evaluate("JSON.stringify({ ...localStorage })")).not.toContain(second);
    expect(await code("Ruby").textContent()).toContain(`FLIPPER_CLOUD_TOKEN=…${second.slice(-4)}`);
  });

  test("the curl command works as it is shown, and the page turns to connected", async () => {
    const { page } = suite;
    await page.getByRole("button", { name: "Make another" }).click();
    await seen("The token is in the code");
    await choose("curl");
    const command = (await code("curl").textContent()) ?? "";
    const answer = await run(shell, [`PATH=/usr/bin:/bin; ${command} --silent --fail`], {
      cwd: "/",
    });
    expect(JSON.parse(answer.out)).toEqual({
      flipper_id: "User;42",
      features: { checkout_redesign: { enabled: false } },
    });
    await seen(/checkout_redesign was asked \d+ s ago by curl/);
    await entry().getByText("3 of 5").waitFor();
  });

  test("the JavaScript and OpenFeature code works as it is shown", async () => {
    const { page, server } = suite;
    await page.getByRole("button", { name: "Make another" }).click();
    await seen("The token is in the code");
    await server.api("POST", "/features/checkout_redesign/actors", { flipper_id: "User;42" });
    for (const client of ["JavaScript", "OpenFeature"]) {
      await choose(client);
      const file = join(directory, `${client}.ts`);
      // The clients keep requests open, as in an application; the check ends with its result.
      writeFileSync(file, `${await code(client).textContent()}\nprocess.exit(0);\n`);
      const { code: status, out } = await run({ name: "bun", argv: [process.execPath, file] }, [], {
        cwd: directory,
      });
      expect([client, status, out]).toEqual([client, 0, "true\n"]);
    }
  });

  test("ends when all is done: an invitation, and Staging with one click", async () => {
    const { page } = suite;
    await step("Invite someone").getByRole("button", { name: "Invite…" }).click();
    await page.getByLabel("E-mail").fill("ada@example.com");
    await page.getByRole("dialog").getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("button", { name: "I have copied it" }).click();
    await entry().getByText("4 of 5").waitFor();
    await step("Add Staging").getByRole("button", { name: "Add Staging" }).click();
    await page.getByRole("heading", { name: "Your server is in use." }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Features" }).first().click();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    await entry().waitFor({ state: "detached" });
  });
});

describe("After set-up", () => {
  const suite = uiSuite({
    prepare: async (server) => {
      await server.api("POST", "/features", { name: "search" });
    },
  });

  test("the checklist says after two minutes that nothing came", async () => {
    const page = await suite.browser.open();
    await signIn(page, suite.server);
    await page.clock.install();
    await suite.open("/get-started", page);
    await page.getByText("Waiting for the first check…").waitFor();
    await page.clock.fastForward(119_000);
    expect(await page.getByText("Nothing came.").count()).toBe(0);
    await page.clock.fastForward(2_000);
    await page.getByText("Nothing came.").waitFor();
  });

  test("the checklist is hidden on request, for this browser and person", async () => {
    const { page } = suite;
    const link = page.getByRole("navigation").getByRole("link", { name: "Get started" });
    await link.click();
    await page.getByRole("button", { name: "Hide this page" }).click();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    await link.waitFor({ state: "detached" });
    await page.reload();
    await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
    expect(await link.count()).toBe(0);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).getByRole("combobox").fill("Get started");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Get started", level: 1 }).waitFor();
  });
});

function tokenIn(code: string | null): string {
  return /FLIPPER_CLOUD_TOKEN=(\S+)/.exec(code ?? "")?.[1] ?? "";
}
