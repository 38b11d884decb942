import { type Later, later } from "./line-budget.ts";
import type { Log, LogFields } from "./log.ts";

/** Refusals that whoever runs a server wants to know of; 500 is logged with its cause elsewhere. */
const noted: ReadonlySet<number> = new Set([401, 403, 413, 429, 503]);
const windowMs = 10_000;

export interface Refused {
  readonly status: number;
  /** A pattern of the server's own. */
  readonly route: string;
}

/**
 * Logs the first refusal of its kind with all that is known, and further ones of the next ten
 * seconds in one line together: a storm of bad tokens is one event, not a million.
 */
export class RefusalNotes {
  readonly #log: Log;
  readonly #wait: Later;
  /** By status and route, so there are no more than the server has routes. */
  readonly #more = new Map<string, Refused & { count: number }>();

  constructor(log: Log, wait: Later = later) {
    this.#log = log;
    this.#wait = wait;
  }

  /** `details` is asked only if a line is written. */
  note(refused: Refused, details: () => LogFields): void {
    const { status, route } = refused;
    if (!noted.has(status)) {
      return;
    }
    const kind = `${status} ${route}`;
    const known = this.#more.get(kind);
    if (known !== undefined) {
      known.count++;
      return;
    }
    if (this.#more.size === 0) {
      this.#wait(windowMs, () => this.#closeWindow());
    }
    this.#more.set(kind, { status, route, count: 0 });
    this.#log.warn("refused", { status, route, ...details() });
  }

  #closeWindow(): void {
    for (const { status, route, count } of this.#more.values()) {
      if (count > 0) {
        this.#log.warn("refused", { status, route, more: count, seconds: windowMs / 1_000 });
      }
    }
    this.#more.clear();
  }
}
