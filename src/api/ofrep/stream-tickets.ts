import { BoundedCache } from "../../core/memo/bounded-cache.ts";
import type { Caller } from "../../core/model/caller.ts";
import { SealedTexts } from "../../core/secrets/sealed-text.ts";

/** A right to read the events of an environment, with or without a token. */
export interface StreamTicket {
  readonly environmentId: number;
  /** See `Token.hash`; empty for a deployment without tokens. */
  readonly tokenHash: string;
}

const epochMs = 30 * 60_000;
/** A ticket is valid until the end of the epoch after its own. */
const epochsValid = 2;
const cachedMax = 10_000;

/**
 * Tickets for the stream of an environment. Browsers open a stream without headers, so its URL must
 * give access. A token would stay in histories and logs. Tickets are sealed, give access to nothing
 * else, expire within an hour, and end with their token (docs/security.md#tokens).
 */
export class StreamTickets {
  readonly #now: () => number;
  readonly #sealed: SealedTexts;
  /** By token: all requests of an epoch get the same ticket. */
  readonly #issued = new BoundedCache<string, { readonly epoch: number; readonly text: string }>(
    cachedMax,
  );

  /** The ticket of the last request: the same caller needs no search for it. */
  #latest: { readonly caller: Caller; readonly epoch: number; readonly text: string } | undefined;

  /**
   * `now` is in milliseconds since the epoch. All processes with the same `secret` accept each
   * other's tickets; without a secret, a process accepts only its own.
   */
  constructor(now: () => number, secret?: string) {
    this.#now = now;
    this.#sealed = new SealedTexts(secret === undefined ? undefined : `tickets ${secret}`);
  }

  /** The number of the time span whose requests get the same tickets. */
  get epoch(): number {
    return Math.floor(this.#now() / epochMs);
  }

  issue(caller: Caller): string {
    const { epoch } = this;
    if (this.#latest?.caller !== caller || this.#latest.epoch !== epoch) {
      this.#latest = { caller, epoch, text: this.#issue(caller, epoch) };
    }
    return this.#latest.text;
  }

  #issue({ environment, token }: Caller, epoch: number): string {
    const tokenHash = token?.hash ?? "";
    const key = `${environment.id} ${tokenHash}`;
    let issued = this.#issued.get(key);
    if (issued?.epoch !== epoch) {
      issued = { epoch, text: this.#sealed.seal(`${epoch} ${key}`) };
      this.#issued.set(key, issued);
    }
    return issued.text;
  }

  /** Undefined for an invalid or old ticket. */
  read(text: string): StreamTicket | undefined {
    const opened = text.length > ticketLengthMax ? undefined : this.#sealed.open(text);
    if (opened === undefined) {
      return undefined;
    }
    const [epoch, environmentId, tokenHash = ""] = opened.split(" ");
    const isValid = Number(epoch) + epochsValid > this.epoch;
    return isValid ? { environmentId: Number(environmentId), tokenHash } : undefined;
  }
}

const ticketLengthMax = 500;
