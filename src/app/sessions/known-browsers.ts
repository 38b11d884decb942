import { newSessionId } from "../../core/secrets/random-secret.ts";
import { isSignatureOf, signatureOf } from "../../core/secrets/signed-text.ts";

/** One browser remembers this many accounts; another one replaces the oldest. */
const accountsMax = 5;
const lifetimeMs = 180 * 86_400_000;
/** Longer texts do not come from this program. */
const textLengthMax = 1_024;
const separator = "~";
const entryForm =
  /^(?<userId>[1-9]\d{0,15})\.(?<endsAt>\d{1,16})\.(?<id>[\w-]{16})\.(?<mark>[\w-]{43})$/;

export const knownBrowserLifetimeMs = lifetimeMs;

/** An account that signed in, as the browser stores it. */
interface Entry {
  readonly userId: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
  /** Names the browser in counts; random. */
  readonly id: string;
  readonly mark: string;
}

/**
 * The text that a browser stores after a sign-in of the user, with its entries of other accounts.
 * The hash of the password signs it. So nothing has to be stored here, all servers of a database
 * accept it, and it expires with the password.
 */
export function rememberedBrowser(
  kept: string,
  { userId, passwordHash, now }: KnownAccount,
): string {
  const endsAt = now + lifetimeMs;
  const id = newSessionId();
  const entry = { userId, endsAt, id };
  const others = entriesOf(kept).filter((other) => other.userId !== userId);
  return [{ ...entry, mark: signatureOf(signedText(entry), passwordHash) }, ...others]
    .slice(0, accountsMax)
    .map(({ mark, ...each }) => `${each.userId}.${each.endsAt}.${each.id}.${mark}`)
    .join(separator);
}

interface KnownAccount {
  readonly userId: number;
  readonly passwordHash: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The name of the browser, if the account has signed in there with its current password. */
export function knownBrowserOf(
  kept: string,
  { userId, passwordHash, now }: KnownAccount,
): string | undefined {
  return entriesOf(kept).find(
    (entry) => entry.userId === userId && now < entry.endsAt && isGenuine(entry, passwordHash),
  )?.id;
}

/** The name of the browser, if any account has signed in there; `hashOf` finds an account's hash. */
export function anyKnownBrowser(
  kept: string,
  hashOf: (userId: number) => string | undefined,
  now: number,
): string | undefined {
  for (const { userId } of entriesOf(kept)) {
    const passwordHash = hashOf(userId);
    const id = passwordHash && knownBrowserOf(kept, { userId, passwordHash, now });
    if (id !== undefined && id !== "") {
      return id;
    }
  }
  return undefined;
}

function entriesOf(kept: string): readonly Entry[] {
  if (kept.length > textLengthMax) {
    return [];
  }
  return kept
    .split(separator, accountsMax)
    .map((text) => entryForm.exec(text)?.groups)
    .filter((groups) => groups !== undefined)
    .map(({ userId, endsAt, id = "", mark = "" }) => {
      return { userId: Number(userId), endsAt: Number(endsAt), id, mark };
    });
}

function isGenuine(entry: Entry, passwordHash: string): boolean {
  return isSignatureOf(entry.mark, signedText(entry), passwordHash);
}

function signedText({ userId, endsAt, id }: Omit<Entry, "mark">): string {
  return `known browser ${userId} ${endsAt} ${id}`;
}
