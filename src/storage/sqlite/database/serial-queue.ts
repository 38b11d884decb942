/** Runs one piece of work at a time, in the order of the calls. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;

  /** Whether work is running or waiting. */
  get isBusy(): boolean {
    return this.#count > 0;
  }

  /** Runs the work after all earlier work; resolves or rejects as the work does. */
  async run<Result>(work: () => Result | Promise<Result>): Promise<Result> {
    const before = this.#last;
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    this.#last = over;
    this.#count++;
    try {
      await before;
      return await work();
    } finally {
      this.#count--;
      end();
    }
  }
}
