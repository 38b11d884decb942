import { type RunLater, runLater } from "./line-rate-limit.ts";
import type { Log, LogFields } from "./log.ts";

/** The statuses that an operator wants to see; a 500 is logged with its cause elsewhere. */
const loggedStatuses: ReadonlySet<number> = new Set([401, 403, 408, 413, 429, 503]);
const windowMs = 10_000;

export interface RefusedResponse {
  readonly status: number;
  /** A route pattern of the server, never the request's path. */
  readonly route: string;
}

/**
 * Logs the first refusal of each status and route with all details, and the further ones of the
 * next ten seconds in one line: many requests with a bad token are one event.
 */
export class RefusalLogger {
  readonly #log: Log;
  readonly #wait: RunLater;
  /** By status and route, so the number of routes bounds its size. */
  readonly #suppressed = new Map<string, RefusedResponse & { count: number }>();

  constructor(log: Log, wait: RunLater = runLater) {
    this.#log = log;
    this.#wait = wait;
  }

  /** `details` is called only if a line is written. */
  record(refused: RefusedResponse, details: () => LogFields): void {
    const { status, route } = refused;
    if (!loggedStatuses.has(status)) {
      return;
    }
    const kind = `${status} ${route}`;
    const known = this.#suppressed.get(kind);
    if (known !== undefined) {
      known.count++;
      return;
    }
    if (this.#suppressed.size === 0) {
      this.#wait(windowMs, () => this.#closeWindow());
    }
    this.#suppressed.set(kind, { status, route, count: 0 });
    this.#log.warn("refused", { status, route, ...details() });
  }

  #closeWindow(): void {
    for (const { status, route, count } of this.#suppressed.values()) {
      if (count > 0) {
        this.#log.warn("refused", { status, route, more: count, seconds: windowMs / 1_000 });
      }
    }
    this.#suppressed.clear();
  }
}
