import { GatehouseError } from "../../core/errors.ts";
import { subnetOf } from "../../core/network/subnet.ts";
import type { Rate } from "../../core/rates/rate.ts";
import type { ShortLivedStorage, TakenCount } from "../../storage/short-lived-storage.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { normalizeEmail } from "../commands/member-commands.ts";
import { orUnavailable } from "./or-unavailable.ts";

/** Limits one account from one address: 10 at once, then one a minute. */
const pairRate: Rate = { burst: 10, perSecond: 1 / 60 };
/**
 * From one address, of any accounts, and each for themselves of links and of passkeys: 60 at once,
 * then 6 a minute.
 */
const addressRate: Rate = { burst: 60, perSecond: 1 / 10 };
/** Limits one account from all addresses that are new to it: 100 at once, then one a minute. */
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
  /**
   * The session, or the browser in which the account signed in before. Its attempts have a limit of
   * their own: strangers at the same address cannot use it up.
   */
  readonly known?: string | undefined;
}

/** Where an attempt with a passkey comes from; its account is not known yet. */
export type PasskeyAttempt = Pick<Attempt, "address" | "known">;

/**
 * Limits the attempts to guess passwords, for each account and each address (an IPv6 address counts
 * as its /64 network). Attempts are counted before they are judged, so that many at once get no
 * further. Throws `too_many_attempts` with the seconds to wait.
 */
export class SignInAttempts {
  readonly #counts: ShortLivedStorage;

  constructor(counts: ShortLivedStorage) {
    this.#counts = counts;
  }

  /** Counts an attempt with a password. */
  async take({ email, address, isKnownAddress, known }: Attempt): Promise<void> {
    if (known !== undefined) {
      return this.#take(ofKnown(known));
    }
    await this.#take(ofAddress(address));
    await this.#take(ofPair(email, address));
    if (!isKnownAddress) {
      await this.#take(ofAccount(email));
    }
  }

  /** Counts a wrong code of a link. A right one cannot be guessed, and is never refused. */
  takeWrongLink(address: string): Promise<void> {
    return this.#take(ofLinks(address));
  }

  /** Counts a step of an attempt with a passkey. */
  takePasskey(from: PasskeyAttempt): Promise<void> {
    return this.#take(ofPasskeys(from));
  }

  /** Takes back a successful attempt with a password, and the failed ones of the pair. */
  async succeeded({ email, address, isKnownAddress, known }: Attempt): Promise<void> {
    if (known !== undefined) {
      return unlessItFails(this.#counts.clear(ofKnown(known)));
    }
    await this.#giveBack(ofAddress(address));
    await unlessItFails(this.#counts.clear(ofPair(email, address)));
    if (!isKnownAddress) {
      await this.#giveBack(ofAccount(email));
    }
  }

  /** Takes back a step of a successful attempt with a passkey. */
  passkeySucceeded(from: PasskeyAttempt): Promise<void> {
    return this.#giveBack(ofPasskeys(from));
  }

  async #take(count: TakenCount): Promise<void> {
    const retryAfterSeconds = await orUnavailable(this.#counts.take(count));
    if (retryAfterSeconds > 0) {
      throw new GatehouseError("too_many_attempts", { retryAfterSeconds });
    }
  }

  #giveBack(count: TakenCount): Promise<void> {
    return unlessItFails(this.#counts.giveBack(count));
  }
}

/** A sign-in that succeeded is not refused because of a count that falls later. */
async function unlessItFails(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof StorageError)) {
      throw error;
    }
  }
}

function ofAddress(address: string): TakenCount {
  return { key: `address ${subnetOf(address)}`, rate: addressRate };
}

function ofPair(email: string, address: string): TakenCount {
  return { key: `pair ${subnetOf(address)} ${normalizeEmail(email)}`, rate: pairRate };
}

function ofAccount(email: string): TakenCount {
  return { key: `account ${normalizeEmail(email)}`, rate: accountRate };
}

function ofKnown(known: string): TakenCount {
  return { key: `known ${known}`, rate: pairRate };
}

function ofLinks(address: string): TakenCount {
  return { key: `links ${subnetOf(address)}`, rate: addressRate };
}

function ofPasskeys({ address, known }: PasskeyAttempt): TakenCount {
  const from = known === undefined ? subnetOf(address) : `known ${known}`;
  return { key: `passkeys ${from}`, rate: addressRate };
}
