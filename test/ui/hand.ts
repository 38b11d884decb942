import type { Locator, Page } from "playwright-core";

/** How much a task took: clicks, keys besides text, and characters typed to confirm. */
export interface Effort {
  readonly clicks: number;
  readonly keys: number;
  readonly confirmed: number;
}

/** The person at the page, who counts. Text in fields is not counted: every page needs it. */
export class Hand {
  readonly #page: Page;
  #clicks = 0;
  #keys = 0;
  #confirmed = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async click(target: Locator): Promise<void> {
    this.#clicks++;
    await target.click();
  }

  /** A choice in a list, which counts as one click. */
  async choose(list: Locator, label: string): Promise<void> {
    this.#clicks++;
    await list.selectOption(label);
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.#keys++;
      await this.#page.keyboard.press(key);
    }
  }

  /** Types into the field that has the focus. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Types what a dialog asks for. */
  async confirm(text: string): Promise<void> {
    this.#confirmed += text.length;
    await this.type(text);
  }

  /** Waits, as a person does, until the next key goes to this element. */
  async hasFocus(target: Locator): Promise<void> {
    await target.and(this.#page.locator(":focus")).waitFor();
  }

  /** Opens the palette, and goes to its first entry for a text. */
  async goTo(text: string, entry: string | RegExp): Promise<void> {
    await this.press("Control+k");
    await this.#page.getByRole("dialog", { name: "Go to" }).waitFor();
    await this.type(text);
    const option = this.#page.getByRole("option", { name: entry });
    await option.and(this.#page.locator("[data-highlighted]")).waitFor();
    await this.press("Enter");
  }

  /** The effort since the last call. */
  effort(): Effort {
    const effort = { clicks: this.#clicks, keys: this.#keys, confirmed: this.#confirmed };
    this.#clicks = 0;
    this.#keys = 0;
    this.#confirmed = 0;
    return effort;
  }
}
