/** Closes one part of the program. */
export type ClosingStep = () => Promise<unknown>;

/**
 * How long the parts of a server may take to close; less than 15 seconds in total. Open requests have
 * 10 seconds after waiting connections are accepted.
 */
export const closeMs = {
  background: 500,
  requests: 10_500,
  writer: 1_000,
  telemetry: 1_000,
  storage: 1_500,
};

interface Stage {
  readonly withinMs: number;
  readonly steps: Map<string, ClosingStep>;
}

/**
 * The steps that close a server, in the reverse order of opening. A failing or slow step does not
 * stop the later ones, so the program always ends (docs/operations.md#failures).
 */
export class ClosingSteps {
  readonly #onFailure: (part: string, error: unknown) => void;
  readonly #stages: Stage[] = [];

  /** `onFailure` is called with each part that failed to close, or did not close in time. */
  constructor(onFailure: (part: string, error: unknown) => void) {
    this.#onFailure = onFailure;
  }

  /** Adds a step that runs before the steps that were added earlier. */
  add(part: string, withinMs: number, step: ClosingStep): void {
    this.#stages.push({ withinMs, steps: new Map([[part, step]]) });
  }

  /** Adds a step that runs at the same time as the last added one. */
  addParallel(part: string, step: ClosingStep): void {
    this.#stages.at(-1)?.steps.set(part, step);
  }

  /** Runs all steps once. Resolves to whether everything closed in time. */
  async closeAll(): Promise<boolean> {
    let isClosed = true;
    for (const { withinMs, steps } of this.#stages.splice(0).reverse()) {
      const outcomes = await Promise.all(
        Array.from(steps, ([part, step]) => this.#close(part, step, withinMs)),
      );
      isClosed &&= outcomes.every((isDone) => isDone);
    }
    return isClosed;
  }

  async #close(part: string, step: ClosingStep, withinMs: number): Promise<boolean> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`not closed after ${withinMs} ms`)), withinMs);
    try {
      await Promise.race([step(), late]);
      return true;
    } catch (error) {
      this.#onFailure(part, error);
      return false;
    } finally {
      clearTimeout(timer);
    }
  }
}
