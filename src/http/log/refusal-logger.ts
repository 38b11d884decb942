import { type RunLater, runLater } from "./line-rate-limit.ts";
import type { Log, LogFields } from "./log.ts";

/** The statuses that matter to an operator; a 500 is logged with its cause elsewhere. */
const loggedStatuses: ReadonlySet<number> = new Set([401, 403, 408, 413, 429, 503]);
const windowMs = 10_000;
/** Bounds memory and lines: further addresses of one kind are only counted. */
const clientsMax = 20;

export interface RefusedResponse {
  readonly status: number;
  /** A route pattern of the server, never the request's path. */
  readonly route: string;
  /** The client's address; empty if unknown. */
  readonly client: () => string;
}

interface Suppressed {
  readonly status: number;
  readonly route: string;
  count: number;
  /** How often each address was refused, with the first refusal. */
  readonly clients: Map<string, number>;
  others: number;
}

/**
 * Logs the first refusal of each status and route with all details. One line has the further refusals
 * of the next ten seconds, with the addresses of up to twenty clients. Many requests with a bad token
 * are one event.
 */
export class RefusalLogger {
  readonly #log: Log;
  readonly #wait: RunLater;
  /** By status and route, so the number of routes bounds its size. */
  readonly #suppressed = new Map<string, Suppressed>();

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
      countClient(known, refused.client());
      return;
    }
    if (this.#suppressed.size === 0) {
      this.#wait(windowMs, () => this.#closeWindow());
    }
    const first: Suppressed = { status, route, count: 0, clients: new Map(), others: 0 };
    countClient(first, refused.client());
    this.#suppressed.set(kind, first);
    this.#log.warn("refused", { status, route, ...details() });
  }

  #closeWindow(): void {
    for (const { status, route, count, clients, others } of this.#suppressed.values()) {
      if (count > 0) {
        const kept = [...clients].map(([client, times]) => `${client} (${times})`).join(", ");
        const from = kept === "" ? {} : { clients: kept };
        const more = others === 0 ? {} : { fromOtherClients: others };
        const seconds = windowMs / 1_000;
        this.#log.warn("refused", { status, route, more: count, seconds, ...from, ...more });
      }
    }
    this.#suppressed.clear();
  }
}

function countClient(suppressed: Suppressed, client: string): void {
  const { clients } = suppressed;
  const times = clients.get(client);
  if (times === undefined && (clients.size >= clientsMax || client === "")) {
    suppressed.others++;
  } else {
    clients.set(client, (times ?? 0) + 1);
  }
}
