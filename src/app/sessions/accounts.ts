import type { ShortLivedStorage } from "../../storage/short-lived-storage.ts";
import type { Writer } from "../writer/writer.ts";
import { LocalShortLivedStorage } from "./local-short-lived-storage.ts";
import { Members } from "./members.ts";
import { PasskeyChallenges } from "./passkey-challenges.ts";
import { Passkeys } from "./passkeys.ts";
import { PasswordHashing } from "./password-hashing.ts";
import { PersonalTokens } from "./personal-tokens.ts";
import { SessionProofs } from "./session-proofs.ts";
import { Sessions } from "./sessions.ts";
import { SignInAttempts } from "./sign-in-attempts.ts";
import { SignInLinks } from "./sign-in-links.ts";

export interface AccountsOptions {
  readonly writer: Writer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
  /** Stores attempts and challenges; in the memory of this process by default. */
  readonly shortLived?: ShortLivedStorage | undefined;
  /** Called with the code of a one-time link after it was used. */
  readonly onLinkUsed: (code: string) => void;
}

/** Sign-in and members: the services of the web UI. */
export interface Accounts {
  readonly sessions: Sessions;
  readonly links: SignInLinks;
  readonly passkeys: Passkeys;
  readonly proofs: SessionProofs;
  readonly members: Members;
  readonly personalTokens: PersonalTokens;
}

/** All sign-in methods share the limits of attempts, and the hashing of passwords. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { writer, now, nowMs, onLinkUsed } = options;
  const shortLived = options.shortLived ?? new LocalShortLivedStorage(nowMs);
  const hashing = new PasswordHashing();
  const attempts = new SignInAttempts(shortLived);
  const sessions = new Sessions({ writer, hashing, attempts, now });
  const challenges = new PasskeyChallenges(shortLived);
  const passkeys = new Passkeys({ writer, attempts, challenges, now });
  return {
    sessions,
    links: new SignInLinks({ writer, hashing, attempts, now, onUsed: onLinkUsed }),
    passkeys,
    proofs: new SessionProofs(sessions, passkeys),
    members: new Members(writer, now),
    personalTokens: new PersonalTokens(writer, now),
  };
}
