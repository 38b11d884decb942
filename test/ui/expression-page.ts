import { expect } from "bun:test";
import type { Locator } from "playwright-core";
import { gatesOf } from "./feature-gates.ts";
import type { UiSuite } from "./ui-suite.ts";

/** A suite, or a page of another server. */
type Visited = Pick<UiSuite, "page" | "open"> & Partial<Pick<UiSuite, "server">>;

/** The parts of a feature's page for its expression, and steps of a person there. */
export class ExpressionPage {
  readonly #suite: Visited;
  #key = "";

  constructor(suite: Visited) {
    this.#suite = suite;
  }

  /** Opens the page of a feature, and the row of its expression. */
  async open(key: string): Promise<void> {
    this.#key = key;
    await this.#suite.open(`/features/${key}`);
    await this.openRow();
  }

  async openRow(): Promise<void> {
    await this.gate.getByRole("button", { name: /^Expression/ }).click();
    await this.#jsonButton.waitFor();
  }

  async openJson(): Promise<void> {
    await this.#jsonButton.click();
    await this.json.waitFor();
  }

  get #jsonButton(): Locator {
    return this.gate.getByRole("button", { name: "JSON", exact: true });
  }

  get gate(): Locator {
    return this.#suite.page.getByRole("region", { name: "Expression", exact: true });
  }

  get builder(): Locator {
    return this.#suite.page.getByRole("group", { name: "Conditions", exact: true });
  }

  get json(): Locator {
    return this.#suite.page.getByLabel("Expression as JSON");
  }

  get bar(): Locator {
    return this.#suite.page.getByRole("region", { name: "Unsaved changes" });
  }

  get review(): Locator {
    return this.bar.getByRole("button", { name: "Review" });
  }

  async typed(): Promise<unknown> {
    return JSON.parse(await this.json.inputValue());
  }

  async accepted(): Promise<void> {
    await this.gate.getByText("The server accepts this expression.").waitFor();
  }

  /** The texts of the errors in the rows. */
  async alerts(): Promise<readonly string[]> {
    const all = await this.builder.getByRole("alert").allTextContents();
    return all.map((text) => text.trim());
  }

  /** Adds a condition, and fills its sentence. */
  async addCondition(within: Locator, number: number, [property, comparison, value]: Words) {
    await within.getByRole("button", { name: "Add a condition" }).last().click();
    const name = number === 0 ? "the expression" : `condition ${number}`;
    await within.getByLabel(`Property of ${name}`).fill(property);
    await within.getByLabel(`Comparison in ${name}`).selectOption(comparison);
    await within.getByLabel(`Value of ${name}`, { exact: true }).fill(value);
  }

  /** Applies the draft in its review. */
  async apply(): Promise<void> {
    await this.review.click();
    const sheet = this.#suite.page.getByRole("dialog", { name: "Review 1 change" });
    const apply = sheet.getByRole("button", { name: "Apply" });
    const key = sheet.getByLabel(`Type ${this.#key} to confirm`);
    await apply.and(sheet.locator(":enabled")).or(key).first().waitFor();
    if (await key.isVisible()) {
      await key.fill(this.#key);
    }
    await apply.click();
    await sheet.waitFor({ state: "detached" });
    await this.bar.waitFor({ state: "detached" });
  }

  async saved(): Promise<unknown> {
    const { server } = this.#suite;
    if (server === undefined) {
      throw new Error("This page has no client of the API");
    }
    return (await gatesOf(server, this.#key)).expression;
  }

  /** Only the server refuses the draft, so its review cannot apply it. */
  async expectRefused(): Promise<void> {
    await this.review.click();
    const sheet = this.#suite.page.getByRole("dialog", { name: "Review 1 change" });
    expect(await sheet.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
    await sheet.getByRole("button", { name: "Back" }).click();
    await sheet.waitFor({ state: "detached" });
  }

  /** The page knows that the draft cannot be applied. */
  async expectIncomplete(): Promise<void> {
    await this.bar.getByText("not complete yet").waitFor();
    expect(await this.review.isDisabled()).toBe(true);
  }
}

type Words = readonly [property: string, comparison: string, value: string];
