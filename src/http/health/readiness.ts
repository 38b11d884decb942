/** Resolves if the check succeeds; rejects with the reason, which is only logged. */
export type ReadinessCheck = () => Promise<void>;

export interface ReadinessOptions {
  readonly checks: Readonly<Record<string, ReadinessCheck>>;
  /** A monotonic clock in milliseconds. */
  readonly now: () => number;
  /** Called with the reason when a check starts to fail, and with null when it succeeds again. */
  readonly onChange: (check: string, reason: unknown) => void;
  /** Names of checks that succeed although an operator must repair something; empty if missing. */
  readonly degraded?: () => readonly string[];
  readonly timeoutMs?: number;
}

export interface ReadinessResult {
  /** The names of checks that failed, in the order of the checks. */
  readonly failed: readonly string[];
}

/** How long a result is reused, so that frequent requests cause no extra checks. */
const cacheMs = 1_000;
const timeoutMsDefault = 3_000;

/** Runs the checks that show whether the server is ready, and caches their result. */
export class Readiness {
  readonly #options: ReadinessOptions;
  readonly #failing = new Set<string>();
  /** The checks without a result, also after their timeout. */
  readonly #running = new Map<string, Promise<void>>();
  #result: Promise<ReadinessResult> | null = null;
  #checkedAt = 0;

  constructor(options: ReadinessOptions) {
    this.#options = options;
  }

  check(): Promise<ReadinessResult> {
    const now = this.#options.now();
    if (this.#result === null || now - this.#checkedAt >= cacheMs) {
      this.#checkedAt = now;
      this.#result = this.#run();
    }
    return this.#result;
  }

  /** The names of checks that succeed although an operator must repair something. */
  get degraded(): readonly string[] {
    return this.#options.degraded?.() ?? [];
  }

  get names(): readonly string[] {
    return Object.keys(this.#options.checks);
  }

  async #run(): Promise<ReadinessResult> {
    const { checks, timeoutMs = timeoutMsDefault } = this.#options;
    const results = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        try {
          await within(timeoutMs, this.#start(name, check));
          this.#report(name, null);
          return [];
        } catch (error) {
          this.#report(name, error);
          return [name];
        }
      }),
    );
    return { failed: results.flat() };
  }

  /** A hanging check, such as on a disk that does not answer, is not started a second time. */
  #start(name: string, check: ReadinessCheck): Promise<void> {
    const running =
      this.#running.get(name) ?? check().finally(() => void this.#running.delete(name));
    this.#running.set(name, running);
    return running;
  }

  #report(name: string, reason: unknown): void {
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

/** Rejects if the check has no result in time. */
async function within(timeoutMs: number, checked: Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs);
  try {
    await Promise.race([checked, promise]);
  } finally {
    clearTimeout(timer);
  }
}
