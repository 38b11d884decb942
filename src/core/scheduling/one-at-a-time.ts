/** The work of one kind that runs or waits. */
export class OneAtATime {
  #latest: Promise<unknown> = Promise.resolve();
  #count = 0;

  /** Whether no work runs or waits. */
  get isIdle(): boolean {
    return this.#count === 0;
  }

  /** Runs work after all that was given before, so that no two take memory at the same time. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#count++;
    const result = this.#latest.then(work).finally(() => {
      this.#count--;
    });
    this.#latest = result.catch(() => undefined);
    return result;
  }
}
