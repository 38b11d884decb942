/** Lets one piece of work at a time at something that two would spoil, in the order they came. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #count = 0;

  /** Whether something is at work, or waits. */
  get isTaken(): boolean {
    return this.#count > 0;
  }

  /** Does the work when all before it is over; resolves or rejects as the work does. */
  async take<Result>(work: () => Result | Promise<Result>): Promise<Result> {
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
