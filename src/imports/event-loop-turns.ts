/** Long enough that the turns add little time, and far below what a reader may wait. */
const workMsMax = 8;

/** Divides long work on the main thread, so that other requests are answered in between. */
export class EventLoopTurns {
  #since = performance.now();

  /** Whether the work since the last turn took 8 ms or more. */
  get isDue(): boolean {
    return performance.now() - this.#since >= workMsMax;
  }

  /** Resolves after the event loop has handled what waits. */
  async take(): Promise<void> {
    await new Promise((resume) => setImmediate(resume));
    this.#since = performance.now();
  }
}
