/** Closes one part of the program. */
export type ClosingStep = () => Promise<unknown>;

export interface FailedStep {
  readonly name: string;
  readonly error: unknown;
}

interface Stage {
  readonly withinMs: number;
  readonly steps: Map<string, ClosingStep>;
}

/**
 * What must be closed at the end, in the reverse order of opening. A step that fails or does not end
 * in time does not keep the later ones from running, so the program ends whatever fails on the way
 * (docs/operations.md#failures).
 */
export class ClosingSteps {
  readonly #stages: Stage[] = [];

  /** Adds a step that runs before those that were added earlier. */
  add(name: string, withinMs: number, step: ClosingStep): void {
    this.#stages.push({ withinMs, steps: new Map([[name, step]]) });
  }

  /** Adds a step that runs together with the one that was added last. */
  addBeside(name: string, step: ClosingStep): void {
    this.#stages.at(-1)?.steps.set(name, step);
  }

  /** Runs all steps once. Returns those that failed or did not end in time. */
  async closeAll(): Promise<readonly FailedStep[]> {
    const failed: FailedStep[] = [];
    for (const { withinMs, steps } of this.#stages.splice(0).reverse()) {
      const outcomes = await Promise.all(
        Array.from(steps, ([name, step]) => outcomeOf(name, withinMs, step)),
      );
      failed.push(...outcomes.flat());
    }
    return failed;
  }
}

async function outcomeOf(
  name: string,
  withinMs: number,
  step: ClosingStep,
): Promise<readonly FailedStep[]> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not closed after ${withinMs} ms`)), withinMs);
  try {
    await Promise.race([step(), late]);
    return [];
  } catch (error) {
    return [{ name, error }];
  } finally {
    clearTimeout(timer);
  }
}
