/** Items of this size together are written at once: fewer calls take less time. */
const sizeAtOnce = 256;

/** A list as JSON text, which is written while it grows, so that the end takes little time. */
export class JsonList {
  readonly #rewritten: (json: string) => string;
  #items: object[] = [];
  #size = 0;
  readonly #written: string[] = [];

  /**
   * `rewritten` gets the JSON of several items at once, with commas between them, and must give the
   * same as for each of them.
   */
  constructor(rewritten: (json: string) => string = (json) => json) {
    this.#rewritten = rewritten;
  }

  /**
   * Adds an item; `size` is about the number of its values if it has many. Returns whether items
   * were written, which takes time.
   */
  add(item: object, size = 1): boolean {
    this.#items.push(item);
    this.#size += size;
    const isDue = this.#size >= sizeAtOnce;
    if (isDue) {
      this.#write();
    }
    return isDue;
  }

  text(): string {
    this.#write();
    return `[${this.#written.join(",")}]`;
  }

  #write(): void {
    if (this.#items.length > 0) {
      const json = JSON.stringify(this.#items);
      this.#written.push(this.#rewritten(json.slice(1, -1)));
      this.#items = [];
      this.#size = 0;
    }
  }
}
