/** So many small items are written at once. */
const smallItemsMax = 64;

/** A list as JSON text, which is written while it grows, so that the end takes little time. */
export class JsonList {
  readonly #rewritten: (json: string) => string;
  #waiting: object[] = [];
  readonly #written: string[] = [];

  /**
   * `rewritten` gets the JSON of several items at once, with commas between them, and must give the
   * same as for each of them.
   */
  constructor(rewritten: (json: string) => string = (json) => json) {
    this.#rewritten = rewritten;
  }

  /**
   * Adds an item. Small ones, of some hundred characters, wait until many of them are written at
   * once, which takes less time.
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
