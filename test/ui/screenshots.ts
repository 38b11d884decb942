import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createLifelikeData } from "./lifelike-data.ts";
import { settled, setUpOwner, sidewaysScroll, signIn, UiBrowser } from "./ui-browser.ts";
import { UiServer } from "./ui-server.ts";

/**
 * Writes a picture of every screen to DIRECTORY: light, dark, and as wide as a phone; those of the
 * front page also to FRONT_PAGE, if it is given.
 */
const [directory = "", frontPage = ""] = process.argv.slice(2);

const frontPagePictures: ReadonlySet<string> = new Set([
  "features-light",
  "feature-light",
  "telemetry-dark",
]);

const screens: Readonly<Record<string, string>> = {
  features: "/",
  "features-staging": "/?env=staging",
  feature: "/features/checkout_redesign",
  "feature-off": "/features/legacy_export?env=staging",
  environments: "/environments",
  compare: "/compare?a=1&b=2",
  audits: "/audits",
  telemetry: "/telemetry",
  "settings-account": "/settings/account",
  "settings-members": "/settings/members",
  "settings-groups": "/settings/groups",
  "settings-plan": "/settings/plan",
  "settings-cleanup": "/settings/cleanup",
  "settings-transfer": "/settings/transfer",
  "settings-backups": "/settings/backups",
  "settings-about": "/settings/about",
};

const looks = [
  { name: "light", theme: "light", isPhone: false },
  { name: "dark", theme: "dark", isPhone: false },
  { name: "phone", theme: "light", isPhone: true },
] as const;

await mkdir(directory, { recursive: true });
await using server = await UiServer.start();
await using browser = await UiBrowser.launch();
await createLifelikeData(server);
const door = await browser.open();
await door.goto(await server.setUpLink());
await door.getByLabel("New password").waitFor();
await door.screenshot({ path: join(directory, "set-up-light.png") });
await setUpOwner(door, server);
for (const { name, theme, isPhone } of looks) {
  const page = await browser.open({ theme, isPhone });
  await page.goto(server.url);
  await page.getByLabel("E-mail").waitFor();
  await page.screenshot({ path: join(directory, `sign-in-${name}.png`) });
  await signIn(page, server);
  for (const [screen, path] of Object.entries(screens)) {
    await page.goto(server.url + path);
    await settled(page);
    // Charts are drawn a moment after their numbers.
    await page.waitForTimeout(400);
    const picture = `${screen}-${name}`;
    await page.screenshot({ path: join(directory, `${picture}.png`), fullPage: !isPhone });
    if (frontPage !== "" && frontPagePictures.has(picture)) {
      await page.screenshot({ path: join(frontPage, `${picture}.png`) });
    }
    const pixels = await sidewaysScroll(page);
    if (pixels > 0) {
      process.stderr.write(`${picture} is ${pixels} px wider than its window\n`);
    }
  }
  await page.context().close();
}
browser.expectNoProblems();
