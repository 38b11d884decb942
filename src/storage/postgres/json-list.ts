/** So many items, or so many characters, are joined quickly. */
const joinedAtOnce = 1_000;
const lengthAtOnce = 65_536;

/** A list as JSON text, which is joined while it grows, so that the end takes little time. */
export class JsonList {
  readonly #rewritten: (json: string) => string;
  #items: string[] = [];
  #length = 0;
  readonly #joined: string[] = [];

  /**
   * `rewritten` gets several items at once, with commas between them, and must give the same as for
   * each of them.
   */
  constructor(rewritten: (json: string) => string = (json) => json) {
    this.#rewritten = rewritten;
  }

  add(item: string): void {
    this.#length += item.length;
    if (this.#items.push(item) >= joinedAtOnce || this.#length >= lengthAtOnce) {
      this.#join();
    }
  }

  text(): string {
    this.#join();
    return `[${this.#joined.join(",")}]`;
  }

  #join(): void {
    if (this.#items.length > 0) {
      this.#joined.push(this.#rewritten(this.#items.join(",")));
      this.#items = [];
      this.#length = 0;
    }
  }
}
