import { GatehouseError } from "../../core/errors.ts";
import { subnetOf } from "../../core/network/subnet.ts";
import type { Rate } from "../../core/rates/rate.ts";
import type { ShortLivedStorage, TakenCount } from "../../storage/short-lived-storage.ts";
import { StorageError } from "../../storage/storage-error.ts";
import { normalizeEmail } from "../commands/member-commands.ts";
import { orUnavailable } from "./or-unavailable.ts";

/** Limits one account from one address: 10 in one burst, then one a minute. */
const pairRate: Rate = { burst: 10, perSecond: 1 / 60 };
/**
 * From one address, for any accounts: 60 in one burst, then 6 a minute. Links and passkeys have the
 * same limit each.
 */
const addressRate: Rate = { burst: 60, perSecond: 1 / 10 };
/** Limits one account from all new addresses: 100 in one burst, then one a minute. */
const accountRate: Rate = { burst: 100, perSecond: 1 / 60 };

export interface Attempt {
  /** The address as sent: accounts that do not exist are counted too. */
  readonly email: string;
  /** The client's address; empty if unknown. */
  readonly address: string;
  /**
   * Whether the account is signed in from the address. Then only the attempts from there count:
   * attackers at other addresses cannot lock the person out.
   */
  readonly isKnownAddress: boolean;
  /**
   * The session, or the browser in which the account signed in before. Its attempts have their own
   * limit: other people at the same address cannot use it up.
   */
  readonly known?: string | undefined;
}

/** The source of an attempt with a passkey; its account is not known yet. */
export type PasskeyAttempt = Pick<Attempt, "address" | "known">;

/**
 * Limits the attempts to guess passwords, for each account and each address (an IPv6 address counts
 * as its /64 network). Attempts are counted before they are verified, so that sending many at once
 * gains nothing. Throws `too_many_attempts` with the seconds to wait.
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

  /** Undoes the count of a successful attempt with a password, and of the pair's failed ones. */
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

  /** Undoes the count of a step of a successful attempt with a passkey. */
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

/** A successful sign-in is not refused if a count cannot be reset. */
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
