/** Resolves if all is well; rejects with the reason, which only the log is told. */
export type Check = () => Promise<void>;

export interface ReadinessOptions {
  readonly checks: Readonly<Record<string, Check>>;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
  /** Told when a check starts to fail, with the reason, and when it no longer does, with null. */
  readonly onChange: (check: string, reason: unknown) => void;
  readonly timeoutMs?: number;
}

export interface Answered {
  /** The names of checks that failed, in the order of the checks. */
  readonly failed: readonly string[];
}

/** Whoever asks more often is told the same again, so that asking costs nothing. */
const keptMs = 1_000;
const timeoutMsDefault = 3_000;

/** Whether the server can do its work: read, write and count. */
export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #failing = new Set<string>();
  #answered: Promise<Answered> | null = null;
  #askedAt = 0;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  ask(): Promise<Answered> {
    const now = this.#options.now();
    if (this.#answered === null || now - this.#askedAt >= keptMs) {
      this.#askedAt = now;
      this.#answered = this.#run();
    }
    return this.#answered;
  }

  get names(): readonly string[] {
    return Object.keys(this.#options.checks);
  }

  async #run(): Promise<Answered> {
    const { checks, timeoutMs = timeoutMsDefault } = this.#options;
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await within(timeoutMs, check());
          this.#tell(name, null);
          return [];
        } catch (error) {
          this.#tell(name, error);
          return [name];
        }
      }),
    );
    return { failed: results.flat() };
  }

  #tell(name: string, reason: unknown): void {
    const isFailing = reason !== null;
    if (isFailing !== this.#failing.has(name)) {
      if (isFailing) {
        this.#failing.add(name);
      } else {
        this.#failing.delete(name);
      }
      this.#options.onChange(name, reason);
    }
  }
}

/** A check that does not answer has failed. */
async function within(timeoutMs: number, checked: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([checked, promise]);
  } finally {
    clearTimeout(timer);
  }
}
