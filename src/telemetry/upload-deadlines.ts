import { GatehouseError } from "../core/errors.ts";

export interface UploadDeadlinesOptions {
  /** Milliseconds in which a body must arrive, if its own limit is not shorter. */
  readonly timeoutMs: number;
  /** Milliseconds between two checks of the uploads; an upload may take this much longer. */
  readonly checkEveryMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly monotonicMs: () => number;
}

/** Sets the function that stops an upload after its time. */
export type SetCancel = (cancel: () => void) => void;

interface RunningUpload {
  readonly endsAt: number;
  readonly end: () => void;
}

export const defaultUploadDeadlines: UploadDeadlinesOptions = {
  timeoutMs: 10_000,
  checkEveryMs: 1_000,
  monotonicMs: () => performance.now(),
};

/**
 * Ends uploads that take too long. One timer checks all of them, and runs only while there are
 * some: a timer for each would be the most expensive part of receiving a small body.
 */
export class UploadDeadlines {
  readonly #options: UploadDeadlinesOptions;
  readonly #running = new Set<RunningUpload>();
  #timer: Timer | undefined;

  constructor(options: UploadDeadlinesOptions) {
    this.#options = options;
  }

  /**
   * Settles as `receive` does; rejects with `request_timeout` if that takes longer than `limitMs` or
   * the limit of all uploads.
   */
  async limit<Body>(
    limitMs: number,
    receive: (setCancel: SetCancel) => Promise<Body>,
  ): Promise<Body> {
    const { monotonicMs, timeoutMs } = this.#options;
    const { promise, resolve, reject } = Promise.withResolvers<Body>();
    let cancel: (() => void) | undefined;
    const upload: RunningUpload = {
      endsAt: monotonicMs() + Math.min(limitMs, timeoutMs),
      end() {
        reject(new GatehouseError("request_timeout"));
        cancel?.();
      },
    };
    this.#running.add(upload);
    this.#startTimer();
    receive((given) => {
      cancel = given;
    }).then(resolve, reject);
    try {
      return await promise;
    } finally {
      this.#running.delete(upload);
    }
  }

  #startTimer(): void {
    // Without `unref` the timer would delay the end of the process.
    this.#timer ??= setTimeout(() => this.#check(), this.#options.checkEveryMs).unref();
  }

  #check(): void {
    this.#timer = undefined;
    const now = this.#options.monotonicMs();
    for (const upload of this.#running) {
      if (upload.endsAt <= now) {
        this.#running.delete(upload);
        upload.end();
      }
    }
    if (this.#running.size > 0) {
      this.#startTimer();
    }
  }
}
