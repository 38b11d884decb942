/** The running and queued work of one kind. */
export class OneAtATime {
  #latest: Promise<unknown> = Promise.resolve();
  #count = 0;

  /** Whether no work runs or waits. */
  get isIdle(): boolean {
    return this.#count === 0;
  }

  /** Runs work after all earlier work, so that no two use memory at the same time. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#count++;
    const result = this.#latest.then(work).finally(() => {
      this.#count--;
    });
    this.#latest = result.catch(() => undefined);
    return result;
  }
}
