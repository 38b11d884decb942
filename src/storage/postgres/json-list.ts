/** This many small items are written at once. */
const smallItemsMax = 64;

/** A list as JSON text, written while it grows, so that finishing it takes little time. */
export class JsonList {
  readonly #rewritten: (json: string) => string;
  #waiting: object[] = [];
  readonly #written: string[] = [];

  /**
   * `rewritten` gets the JSON of several items at once, with commas between them. It must return
   * the same as for each item alone.
   */
  constructor(rewritten: (json: string) => string = (json) => json) {
    this.#rewritten = rewritten;
  }

  /**
   * Adds an item. Small ones, of some hundred characters, are collected and written together, which
   * takes less time.
   */
  add(item: object, isSmall = false): void {
    this.#waiting.push(item);
    if (!isSmall || this.#waiting.length >= smallItemsMax) {
      this.#write();
    }
  }

  text(): string {
    this.#write();
    return `[${this.#written.join(",")}]`;
  }

  #write(): void {
    if (this.#waiting.length > 0) {
      const json = JSON.stringify(this.#waiting);
      this.#written.push(this.#rewritten(json.slice(1, -1)));
      this.#waiting = [];
    }
  }
}
