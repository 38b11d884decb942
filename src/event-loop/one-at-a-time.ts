/** The work of one kind that runs or waits. */
export class OneAtATime {
  #latest: Promise<unknown> = Promise.resolve();

  /** Runs work after all that was given before, so that no two take memory at the same time. */
  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#latest.then(work);
    this.#latest = result.catch(() => undefined);
    return result;
  }
}
