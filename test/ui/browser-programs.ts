import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, chromium, firefox } from "playwright-core";

export type BrowserName = "chromium" | "firefox";

/** Tests in Firefox are left out where it is not installed; in CI they fail then. */
export const isFirefoxMissing = !existsSync("/usr/bin/firefox-esr") && process.env.CI !== "true";

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: "/usr/bin/chromium-headless-shell",
    args: [
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
      "--host-resolver-rules=MAP gatehouse.lan 127.0.0.1",
    ],
  });
}

/** Debian's Firefox by WebDriver BiDi, for which Playwright has this channel. */
export function launchFirefox(): Promise<Browser> {
  return firefox.launch({
    channel: "moz-firefox",
    executablePath: join(import.meta.dirname, "firefox-bridge.sh"),
    env: { ...process.env, BUN: process.execPath },
    firefoxUserPrefs: {
      "ui.prefersReducedMotion": 1,
      "ui.systemUsesDarkTheme": 0,
      // Less memory: no process waits for a page, or has extensions.
      "dom.ipc.processPrelaunch.enabled": false,
      "extensions.webextensions.remote": false,
    },
  });
}
