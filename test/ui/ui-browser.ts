import { expect } from "bun:test";
import axe from "axe-core";
import type { Browser, BrowserContext, Locator, Page } from "playwright-core";
import { type BrowserName, launchChromium, launchFirefox } from "./browser-programs.ts";
import { ownerEmail, ownerPassword, type UiServer } from "./ui-server.ts";

const waitMs = 90_000;
const coveredMs = 2_000;
/** The rules of axe for what a theme can change. */
const colourRules = ["color-contrast", "link-in-text-block"];

export interface PageOptions {
  readonly theme?: "light" | "dark";
  readonly isPhone?: boolean;
  /** A reader's errors that a test causes on purpose, as parts of their texts. */
  readonly expectedErrors?: readonly string[];
}

/** One program for all test files of a process, which ends with it. */
let shared: Promise<Browser> | undefined;

/**
 * A browser whose pages fail the test for every error: of a script, of the console, where
 * violations of the policy are told, and for a dialog, which a hostile name would open.
 */
export class UiBrowser implements AsyncDisposable {
  readonly #browser: Browser;
  readonly #isOwn: boolean;
  readonly #contexts: BrowserContext[] = [];
  readonly #problems: string[] = [];

  private constructor(browser: Browser, isOwn: boolean) {
    this.#browser = browser;
    this.#isOwn = isOwn;
  }

  static async launch(name: BrowserName = "chromium"): Promise<UiBrowser> {
    if (name === "firefox") {
      return new UiBrowser(await launchFirefox(), true);
    }
    shared ??= launchChromium();
    return new UiBrowser(await shared, false);
  }

  /** For a script, which ends when its browser is closed. */
  static async launchOwn(): Promise<UiBrowser> {
    return new UiBrowser(await launchChromium(), true);
  }

  /** A page with its own cookies. */
  async open({ theme = "light", isPhone = false, expectedErrors = [] }: PageOptions = {}) {
    const context = await this.#browser.newContext({
      viewport: isPhone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
      // Only Chromium can behave as a phone.
      ...(this.#browser.browserType().name() === "chromium" ? { isMobile: isPhone } : {}),
      colorScheme: theme,
      reducedMotion: "reduce",
      locale: "en-GB",
      timezoneId: "UTC",
    });
    this.#contexts.push(context);
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
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    if (this.#isOwn) {
      await this.#browser.close();
    }
  }
}

/** Sets up the owner with the one-time link, as its page would, and opens the features. */
export async function setUpOwner(page: Page, server: UiServer): Promise<void> {
  const link = new URL(await server.setUpLink());
  const home = new URL(".", link);
  const answer = await page.request.post(new URL("admin/v1/set-up", home).href, {
    data: { code: link.hash.slice(1), email: ownerEmail, name: "Owner", password: ownerPassword },
    headers: { origin: link.origin },
  });
  expect(answer.status()).toBe(200);
  await page.goto(home.href);
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

/** Opens the menu of the person, whose name is "Owner" unless given, and signs out. */
export async function signOut(page: Page, name = "Owner"): Promise<void> {
  await page.getByRole("complementary").getByRole("button", { name }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

/** Types the key that a dialog asks for, if it does. */
export async function typeKey(dialog: Locator): Promise<void> {
  const label = dialog.getByText(/^Type .* to confirm$/);
  const text = (await label.count()) === 0 ? null : await label.textContent();
  if (text !== null) {
    await dialog
      .getByLabel(text, { exact: true })
      .fill(text.slice("Type ".length, -" to confirm".length));
  }
}

/** Types the key of a feature, which Production asks for when many notice a change. */
export async function confirmNoticed(page: Page, key: string): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "This change affects many actors" });
  await dialog.getByLabel(`Type ${key} to confirm`).fill(key);
  await dialog.getByRole("button", { name: "Change it" }).click();
}

/** The row of a gate on the page of a feature; opens it unless it is open. */
export async function openGate(page: Page, name: string): Promise<Locator> {
  const row = page.getByRole("region", { name, exact: true });
  const line = row.getByRole("button", { name }).first();
  if ((await line.getAttribute("aria-expanded")) === "false") {
    await line.click();
  }
  return row;
}

/** Opens the editor of the expression with its JSON. */
export async function openExpression(page: Page): Promise<void> {
  const row = await openGate(page, "Expression");
  await row.getByRole("button", { name: "JSON", exact: true }).click();
}

/** The bar of the unsaved changes. */
export function saveBar(page: Page): Locator {
  return page.getByRole("region", { name: "Unsaved changes", exact: true });
}

/** Opens the review of the draft, and waits until the server has counted its effects. */
export async function reviewDraft(page: Page): Promise<Locator> {
  const dialog = page.getByRole("dialog", { name: /^Review \d+ changes?$/ });
  if ((await dialog.count()) === 0) {
    const review = saveBar(page).getByRole("button", { name: "Review" });
    // A key can have opened the dialog, which loads at its first use and then covers the button.
    await review.click({ timeout: coveredMs }).catch(() => undefined);
  }
  await dialog
    .locator("button:enabled", { hasText: "Apply" })
    .or(dialog.getByLabel(/^Type .* to confirm$/))
    .first()
    .waitFor();
  return dialog;
}

/** Reviews the draft of a feature and applies it, with its key if the review asks for it. */
export async function applyDraft(
  page: Page,
  key: string,
  { why }: { readonly why?: string } = {},
): Promise<void> {
  const dialog = await reviewDraft(page);
  if (why !== undefined) {
    await dialog.getByLabel("Why?").fill(why);
  }
  const typed = dialog.getByLabel(/^Type .* to confirm$/);
  if ((await typed.count()) > 0) {
    await typed.fill(key);
  }
  await dialog.getByRole("button", { name: "Apply" }).click();
  await dialog.waitFor({ state: "detached" });
}

/** Saves the draft at once, outside Production. */
export async function saveDraft(page: Page): Promise<void> {
  await saveBar(page).getByRole("button", { name: "Save" }).click();
  await saveBar(page).waitFor({ state: "detached" });
}

/** Pastes a text: the browser needs many seconds to type thousands of lines. */
export async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await field.focus();
  await page.keyboard.press("ControlOrMeta+v");
}

/** Waits until everything on the page is loaded. */
export async function settled(page: Page): Promise<void> {
  await page.locator("body:not(:has([aria-busy=true])) h1").first().waitFor();
}

/** Waits until what the frame of a signed-in page asks for last is loaded too. */
export async function frameLoaded(page: Page): Promise<void> {
  const isLoaded = `["/requests", "/policy"].every((end) => performance
    .getEntriesByType("resource")
    .some(({ name, responseEnd }) => name.endsWith(end) && responseEnd > 0))`;
  while ((await page.evaluate(isLoaded)) !== true) {
    await page.waitForTimeout(20);
  }
}

/**
 * What axe finds, a line each; it must be nothing. In the dark theme, which comes after the light one,
 * only the colours can be different.
 */
export async function accessibilityProblems(
  page: Page,
  theme: "light" | "dark" = "light",
): Promise<readonly string[]> {
  if ((await page.evaluate("typeof axe")) === "undefined") {
    // A string is evaluated by the browser's debugger, which the page's policy does not restrict.
    await page.evaluate(axe.source);
  }
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    ...(theme === "dark" ? { runOnly: colourRules } : {}),
  };
  const found: unknown = await page.evaluate(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return (found as axe.Result[]).flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target} ${failureSummary ?? ""}`),
  );
}

/** How many pixels the page is wider than its window; it must be 0. */
export async function sidewaysScroll(page: Page): Promise<number> {
  const pixels: unknown = await page.evaluate(
    // The inner width of a phone's window grows with what is too wide.
    "Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)",
  );
  return Number(pixels);
}
