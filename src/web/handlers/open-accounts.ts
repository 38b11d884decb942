import { Members } from "../../sessions/members.ts";
import { PasskeyChallenges } from "../../sessions/passkey-challenges.ts";
import { Passkeys } from "../../sessions/passkeys.ts";
import { PasswordHashing } from "../../sessions/password-hashing.ts";
import { installationId, SessionCookie } from "../../sessions/session-cookie.ts";
import { Sessions } from "../../sessions/sessions.ts";
import { SignInAttempts } from "../../sessions/sign-in-attempts.ts";
import { SignInLinks } from "../../sessions/sign-in-links.ts";
import type { Writer } from "../../writer/writer.ts";
import type { UiAccounts } from "./ui-dependencies.ts";

export interface AccountsOptions {
  readonly writer: Writer;
  /** The data directory. */
  readonly directory: string;
  /** Called with the code of a one-time link after it was used. */
  readonly onLinkUsed: (code: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A monotonic clock in milliseconds. */
  readonly nowMs: () => number;
}

/** Everything by which members sign in. The data directory must be set up. */
export function openAccounts(options: AccountsOptions): UiAccounts {
  const { writer, directory, onLinkUsed, now, nowMs } = options;
  const hashing = new PasswordHashing();
  const attempts = new SignInAttempts(nowMs);
  return {
    sessions: new Sessions({ writer, hashing, attempts, now }),
    cookie: new SessionCookie(installationId(writer.state, directory)),
    links: new SignInLinks({ writer, hashing, attempts, now, onUsed: onLinkUsed }),
    passkeys: new Passkeys({ writer, challenges: new PasskeyChallenges(nowMs), attempts }),
    members: new Members(writer, now),
  };
}
