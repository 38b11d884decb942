import type { Writer } from "../writer/writer.ts";
import { Members } from "./members.ts";
import { PasskeyChallenges } from "./passkey-challenges.ts";
import { Passkeys } from "./passkeys.ts";
import { PasswordHashing } from "./password-hashing.ts";
import { Sessions } from "./sessions.ts";
import { SignInAttempts } from "./sign-in-attempts.ts";
import { SignInLinks } from "./sign-in-links.ts";

export interface AccountsOptions {
  readonly writer: Writer;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
  /** Called with the code of a one-time link after it was used. */
  readonly onLinkUsed: (code: string) => void;
}

/** How members sign in, and who the members are: the services of the web UI. */
export interface Accounts {
  readonly sessions: Sessions;
  readonly links: SignInLinks;
  readonly passkeys: Passkeys;
  readonly members: Members;
}

/** All ways to sign in share the limits of attempts, and the hashing of passwords. */
export function createAccounts({ writer, now, nowMs, onLinkUsed }: AccountsOptions): Accounts {
  const hashing = new PasswordHashing();
  const attempts = new SignInAttempts(nowMs);
  return {
    sessions: new Sessions({ writer, hashing, attempts, now }),
    links: new SignInLinks({ writer, hashing, attempts, now, onUsed: onLinkUsed }),
    passkeys: new Passkeys({ writer, attempts, challenges: new PasskeyChallenges(nowMs) }),
    members: new Members(writer, now),
  };
}
