/** Limits how many endpoints get requests at once, so that many of them do not use up the process. */
export class ConnectionSlots {
  readonly #waiting: (() => void)[] = [];
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs work when there is a free slot, in the order of the calls. */
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
