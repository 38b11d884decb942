import type { State } from "../../../core/model/state.ts";
import type { Token } from "../../../core/model/token.ts";
import { hashToken } from "../../../core/secrets/token-value.ts";
import { minuteMs } from "../../../core/time-units.ts";

/** Why a request was refused: it had no token, one that nobody knows, or one that ended. */
export const refusedKinds = ["none", "wrong", "expired", "revoked"] as const;
export type RefusedKind = (typeof refusedKinds)[number];

/** Requests of one client that were refused for the same reason. */
export interface RefusedAttempt {
  readonly kind: RefusedKind;
  /** As in the log; empty if unknown. */
  readonly address: string;
  /** The stored token that ended; null for other kinds. */
  readonly token: Token | null;
  /** The last characters of the token that ended; null for other kinds. */
  readonly ending: string | null;
  readonly count: number;
  /** Milliseconds since the epoch, of the latest one. */
  readonly at: number;
}

const attemptsMax = 20;
const lifetimeMs = 10 * minuteMs;
const endingLength = 4;
/** Longer values are not hashed. */
const valueLengthMax = 255;

/**
 * The latest refused attempts to use the API, in memory only. No part of an unknown token is kept, as
 * it may be valid on another server.
 */
export class RefusedAttempts {
  readonly #now: () => number;
  /** The latest last. */
  #attempts: readonly RefusedAttempt[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  record(state: Pick<State, "tokens">, value: string, address: string): void {
    const isPossible = value !== "" && value.length <= valueLengthMax;
    const token = isPossible ? (state.tokens.get(hashToken(value)) ?? null) : null;
    const kind = kindOf(value, token);
    const isSame = (each: RefusedAttempt) =>
      each.kind === kind && each.address === address && each.token?.hash === token?.hash;
    const known = this.#attempts.find(isSame);
    const attempt: RefusedAttempt = {
      ...{ kind, address, token, at: this.#now() },
      ending: token === null ? null : value.slice(-endingLength),
      count: (known?.count ?? 0) + 1,
    };
    const others = this.#attempts.filter((each) => each !== known);
    this.#attempts = [...others, attempt].slice(-attemptsMax);
  }

  /** The latest first, of the last 10 minutes. A token that is valid again is left out. */
  list({ tokens }: Pick<State, "tokens">): readonly RefusedAttempt[] {
    const now = this.#now();
    return this.#attempts
      .filter(({ at, token }) => {
        const stored = token === null ? undefined : tokens.get(token.hash);
        const isValid =
          stored?.revokedAt === null && (stored.expiresAt === null || now < stored.expiresAt);
        return at > now - lifetimeMs && !isValid;
      })
      .reverse();
  }
}

function kindOf(value: string, token: Token | null): RefusedKind {
  if (value === "") {
    return "none";
  }
  if (token === null) {
    return "wrong";
  }
  return token.revokedAt === null ? "expired" : "revoked";
}
