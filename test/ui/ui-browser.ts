import { expect } from "bun:test";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
} from "playwright-core";
import { ownerEmail, ownerPassword, type UiServer } from "./ui-server.ts";

const executablePath = "/usr/bin/chromium";
const waitMs = 10_000;

export interface PageOptions {
  readonly theme?: "light" | "dark";
  readonly isPhone?: boolean;
  /** A reader's errors that a test causes on purpose, as parts of their texts. */
  readonly expectedErrors?: readonly string[];
}

/**
 * A browser whose pages fail the test for every error: of a script, of the console, where
 * violations of the policy are told, and for a dialog, which a hostile name would open.
 */
export class UiBrowser implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #problems: string[] = [];

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(): Promise<UiBrowser> {
    const isRoot = process.getuid?.() === 0;
    const browser = await chromium.launch({
      executablePath,
      args: [
        ...(isRoot ? ["--no-sandbox"] : []),
        "--host-resolver-rules=MAP gatehouse.lan 127.0.0.1",
      ],
    });
    return new UiBrowser(browser);
  }

  /** A page with its own cookies. */
  async open({ theme = "light", isPhone = false, expectedErrors = [] }: PageOptions = {}) {
    const context = await this.#browser.newContext({
      viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
      isMobile: isPhone,
      colorScheme: theme,
      reducedMotion: "reduce",
      locale: "en-GB",
      timezoneId: "UTC",
    });
    context.setDefaultTimeout(waitMs);
    return this.#page(context, expectedErrors);
  }

  async #page(context: BrowserContext, expectedErrors: readonly string[]): Promise<Page> {
    const page = await context.newPage();
    const report = (text: string) => {
      if (!expectedErrors.some((part) => text.includes(part))) {
        this.#problems.push(text);
      }
    };
    page.on("pageerror", (error) => report(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error") {
        report(`console: ${message.text()} ${message.location().url}`);
      }
    });
    page.on("dialog", (dialog) => {
      report(`dialog: ${dialog.message()}`);
      dialog.dismiss().catch(() => undefined);
    });
    return page;
  }

  /** Fails if a page had an error since the last call. */
  expectNoProblems(): void {
    expect(this.#problems.splice(0)).toEqual([]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser.close();
  }
}

/** Opens the one-time link and chooses the owner's e-mail, name and password. */
export async function setUpOwner(page: Page, server: UiServer): Promise<void> {
  await page.goto(await server.setUpLink());
  await page.getByLabel("E-mail").fill(ownerEmail);
  await page.getByLabel("Name", { exact: true }).fill("Owner");
  await page.getByLabel("New password").fill(ownerPassword);
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
}

export async function signIn(
  page: Page,
  server: Pick<UiServer, "url">,
  email = ownerEmail,
  password = ownerPassword,
) {
  await page.goto(server.url);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Features", level: 1 }).waitFor();
}

/** Types the key that a dialog asks for, if it does. */
export async function typeKey(dialog: Locator): Promise<void> {
  const label = dialog.getByText(/^Type .* to confirm$/);
  const text = (await label.count()) === 0 ? null : await label.textContent();
  if (text !== null) {
    await dialog.getByRole("textbox").fill(text.slice("Type ".length, -" to confirm".length));
  }
}

/** Types the key of a feature, which Production asks for when many notice a change. */
export async function confirmNoticed(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "This change affects many actors" });
  await dialog.getByLabel(`Type ${key} to confirm`).fill(key);
  await dialog.getByRole("button", { name: "Change it" }).click();
}

/** Waits until everything on the page is loaded. */
export async function settled(page: Page): Promise<void> {
  await page.locator("body:not(:has([aria-busy=true])) h1").first().waitFor();
}

/** What axe finds, a line each; it must be nothing. */
export async function accessibilityProblems(page: Page): Promise<readonly string[]> {
  // A string is evaluated by the browser's debugger, which the page's policy does not restrict.
  await page.evaluate(axe.source);
  const found: unknown = await page.evaluate("axe.run().then(({ violations }) => violations)");
  return (found as axe.Result[]).flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary ?? ""}`),
  );
}

/** How many pixels the page is wider than its window; it must be 0. */
export async function sidewaysScroll(page: Page): Promise<number> {
  const pixels: unknown = await page.evaluate(
    "Math.max(0, document.documentElement.scrollWidth - window.innerWidth)",
  );
  return Number(pixels);
}
