import { AccountRefusal } from "../commands/account-refusal.ts";
import { normalizeEmail } from "../commands/member-commands.ts";
import { GatehouseError } from "../errors.ts";
import type { Rate } from "../limits/rate.ts";
import { RateLimiter } from "../limits/rate-limiter.ts";
import { subnetOf } from "../limits/subnet.ts";

/** Of one account from one address: 10 at once, then one a minute. */
const pairRate: Rate = { burst: 10, perSecond: 1 / 60 };
/** From one address, of any accounts, and of links and passkeys: 60 at once, then 6 a minute. */
const addressRate: Rate = { burst: 60, perSecond: 1 / 10 };
/** Of one account from all addresses that it was not used from: 100 at once, then one a minute. */
const accountRate: Rate = { burst: 100, perSecond: 1 / 60 };

export interface Attempt {
  /** As it was sent: also accounts that do not exist are counted. */
  readonly email: string;
  /** The client's address; empty if unknown. */
  readonly address: string;
  /**
   * Whether the account is signed in from the address. Then only the attempts from there count:
   * attackers at other addresses cannot keep the person out.
   */
  readonly isKnownAddress: boolean;
}

/**
 * Limits the attempts to guess passwords, for each account and each address (an IPv6 address counts
 * as its /64 network). Attempts are counted before they are judged, so that many at once get no
 * further. Throws `too_many_attempts` with the seconds to wait. The last 10,000 accounts, addresses
 * and pairs of them are remembered.
 */
export class SignInAttempts {
  readonly #ofPair: RateLimiter<string>;
  readonly #ofAddress: RateLimiter<string>;
  readonly #ofAccount: RateLimiter<string>;

  /** `nowMs` is a monotonic clock in milliseconds. */
  constructor(nowMs: () => number) {
    this.#ofPair = new RateLimiter(pairRate, nowMs);
    this.#ofAddress = new RateLimiter(addressRate, nowMs);
    this.#ofAccount = new RateLimiter(accountRate, nowMs);
  }

  /** Counts an attempt with a password. */
  take({ email, address, isKnownAddress }: Attempt): void {
    limited(() => {
      this.#ofAddress.take(subnetOf(address));
      this.#ofPair.take(pairOf(email, address));
      if (!isKnownAddress) {
        this.#ofAccount.take(normalizeEmail(email));
      }
    });
  }

  /** Counts an attempt with a link or a passkey. */
  takeAddress(address: string): void {
    limited(() => this.#ofAddress.take(subnetOf(address)));
  }

  /** Takes back a successful attempt with a password, and the failed ones of the pair. */
  succeeded({ email, address, isKnownAddress }: Attempt): void {
    this.#ofAddress.giveBack(subnetOf(address));
    this.#ofPair.clear(pairOf(email, address));
    if (!isKnownAddress) {
      this.#ofAccount.giveBack(normalizeEmail(email));
    }
  }

  /** Takes back a successful attempt with a link or a passkey. */
  addressSucceeded(address: string): void {
    this.#ofAddress.giveBack(subnetOf(address));
  }
}

function pairOf(email: string, address: string): string {
  return `${subnetOf(address)} ${normalizeEmail(email)}`;
}

function limited(take: () => void): void {
  try {
    take();
  } catch (error) {
    if (error instanceof GatehouseError) {
      const { retryAfterSeconds } = error;
      throw new AccountRefusal("too_many_attempts", { retryAfterSeconds });
    }
    throw error;
  }
}
