/** Joining so many takes little time. */
const joinedAtOnce = 1_000;

/** A list as JSON text, which is joined while it grows, so that the end takes little time. */
export class JsonList {
  #items: string[] = [];
  readonly #joined: string[] = [];

  add(item: string): void {
    if (this.#items.push(item) === joinedAtOnce) {
      this.#join();
    }
  }

  text(): string {
    this.#join();
    return `[${this.#joined.join(",")}]`;
  }

  #join(): void {
    if (this.#items.length > 0) {
      this.#joined.push(this.#items.join(","));
      this.#items = [];
    }
  }
}
