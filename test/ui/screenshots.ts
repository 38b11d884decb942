import { mkdir, unlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { startProxy } from "./forwarding-proxy.ts";
import { createPictureData } from "./picture-data.ts";
import { createGovernanceData } from "./picture-governance.ts";
import { governanceScenes, type Scene, scenes } from "./picture-scenes.ts";
import { smallPng } from "./small-png.ts";
import { settled, setUpOwner, sidewaysScroll, signIn, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

/**
 * Writes a picture of every screen to DIRECTORY: light, dark, and as wide as a phone; those of the
 * documents also to DOCUMENTED, if it is given.
 */
const [directory = "", documented = ""] = process.argv.slice(2);

const documentedPictures: ReadonlySet<string> = new Set([
  "first-run-light",
  "features-light",
  "feature-light",
  "feature-review-light",
  "rollout-plan-light",
  "rollout-light",
  "rollout-stopped-light",
  "expression-light",
  "actor-light",
  "audits-light",
  "policy-light",
  "request-light",
  "audits-security-light",
  "settings-sign-on-light",
]);

const looks = [
  { name: "light", theme: "light", isPhone: false },
  { name: "dark", theme: "dark", isPhone: false },
  { name: "phone", theme: "light", isPhone: true },
] as const;

await mkdir(directory, { recursive: true });
let target = "";
// A provider needs the public address of the server before it starts.
const proxy = startProxy(() => target);
const home = `http://localhost:${proxy.port}`;
const secretFile = resolve(directory, "secret.txt");
await Bun.write(secretFile, "a secret of the client\n");
await using server = await UiServer.start("hosted", {
  GATEHOUSE_PUBLIC_URL: home,
  GATEHOUSE_OIDC_ISSUER: "https://login.example.com/realms/acme",
  GATEHOUSE_OIDC_CLIENT_ID: "gatehouse",
  GATEHOUSE_OIDC_CLIENT_SECRET_FILE: secretFile,
  GATEHOUSE_TRUSTED_PROXY: "127.0.0.1",
});
target = server.url;
await using browser = await UiBrowser.launchOwn();
const door = await browser.open();
await door.goto(await server.setUpLink());
await door.getByLabel("New password").waitFor();
await write(door, "set-up-light");
await setUpOwner(door, server);
await showFirstRun(door);
await createPictureData(server, browser, door);
await door.context().close();
await showScenes(scenes);
await createGovernanceData({ home, server }, browser);
await showScenes(governanceScenes);
browser.expectNoProblems();
await Promise.all([unlink(secretFile), proxy.stop(true)]);

async function showScenes(shown: Readonly<Record<string, Scene>>): Promise<void> {
  for (const { name, theme, isPhone } of looks) {
    const page = await browser.open({ theme, isPhone });
    await page.goto(home);
    await page.getByLabel("E-mail").waitFor();
    if (shown === scenes) {
      await write(page, `sign-in-${name}`);
    }
    await signIn(page, { url: home });
    for (const [screen, { path, act }] of Object.entries(shown)) {
      await page.goto(home + path);
      await settled(page);
      await act?.(page);
      await write(page, `${screen}-${name}`, act === undefined && !isPhone);
    }
    await page.context().close();
  }
}

async function showFirstRun(page: Page): Promise<void> {
  await server.api("POST", "/features", { name: "checkout_redesign" });
  await page.goto(`${home}/get-started`);
  await page.getByRole("button", { name: "Make a token" }).click();
  await page.getByText("The token is in the code").waitFor();
  for (const theme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await write(page, `first-run-${theme}`);
  }
  await server.api("DELETE", "/features/checkout_redesign");
}

async function write(page: Page, picture: string, isWhole = false): Promise<void> {
  // Charts are drawn a moment after their numbers.
  await page.waitForTimeout(400);
  await page.screenshot({ path: join(directory, `${picture}.png`), fullPage: isWhole });
  if (documented !== "" && documentedPictures.has(picture)) {
    await Bun.write(join(documented, `${picture}.png`), smallPng(await page.screenshot()));
  }
  const pixels = await sidewaysScroll(page);
  if (pixels > 0) {
    process.stderr.write(`${picture} is ${pixels} px wider than its window\n`);
  }
}
