/** How many endpoints are asked at once, so that very many of them do not use up the process. */
export class ConnectionSlots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs work when there is a place for it; the first to ask is the first to have one. */
  async hold<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) {
      this.#free--;
    } else {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) {
        this.#free++;
      } else {
        next();
      }
    }
  }
}
