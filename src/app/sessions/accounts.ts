import type { ShortLivedStorage } from "../../storage/short-lived-storage.ts";
import { useBreakGlass } from "../commands/break-glass-commands.ts";
import type { Writer } from "../writer/writer.ts";
import { CiSignIn, type CiTokenVerifier } from "./ci-sign-in.ts";
import { FailedSignIns } from "./failed-sign-ins.ts";
import { LocalShortLivedStorage } from "./local-short-lived-storage.ts";
import { Members } from "./members.ts";
import { PasskeyChallenges } from "./passkey-challenges.ts";
import { Passkeys } from "./passkeys.ts";
import { PasswordHashing } from "./password-hashing.ts";
import { PersonalTokens } from "./personal-tokens.ts";
import { SignOn } from "./provider-sign-on.ts";
import { SessionProofs } from "./session-proofs.ts";
import { Sessions } from "./sessions.ts";
import { SignInAttempts } from "./sign-in-attempts.ts";
import { SignInLinks } from "./sign-in-links.ts";
import type { SignOnProvider } from "./sign-on-provider.ts";

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
  /** The provider with which people sign in. */
  readonly provider?: SignOnProvider | undefined;
  /** Verifies tokens of CI systems; undefined where no request arrives from them. */
  readonly ciTokens?: CiTokenVerifier | undefined;
  /** Whether people sign in with the provider only, except owners with emergency access. */
  readonly isProviderOnly?: boolean | undefined;
}

/** Sign-in and members: the services of the web UI. */
export interface Accounts {
  readonly sessions: Sessions;
  readonly links: SignInLinks;
  readonly passkeys: Passkeys;
  readonly proofs: SessionProofs;
  readonly members: Members;
  readonly personalTokens: PersonalTokens;
  /** Undefined without a provider. */
  readonly signOn: SignOn | undefined;
  readonly isProviderOnly: boolean;
  /** Undefined where no request arrives from CI systems. */
  readonly ci: CiSignIn | undefined;
}

/** All sign-in methods share the limits of attempts, and the hashing of passwords. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { writer, now, nowMs, onLinkUsed, provider, ciTokens, isProviderOnly = false } = options;
  const onOwnSignIn = isProviderOnly ? useBreakGlass : undefined;
  const shortLived = options.shortLived ?? new LocalShortLivedStorage(nowMs);
  const hashing = new PasswordHashing();
  const attempts = new SignInAttempts(shortLived);
  const failures = new FailedSignIns(writer, shortLived);
  const sessions = new Sessions({ writer, hashing, attempts, failures, now, onOwnSignIn });
  const challenges = new PasskeyChallenges(shortLived);
  const passkeys = new Passkeys({ writer, attempts, challenges, failures, now, onOwnSignIn });
  return {
    sessions,
    links: new SignInLinks({ writer, hashing, attempts, now, onUsed: onLinkUsed, onOwnSignIn }),
    passkeys,
    proofs: new SessionProofs(sessions, passkeys),
    members: new Members(writer, now),
    personalTokens: new PersonalTokens(writer, now),
    signOn: provider && new SignOn({ writer, attempts, kept: shortLived, provider, now }),
    isProviderOnly,
    ci: ciTokens && new CiSignIn({ writer, attempts, verifier: ciTokens }),
  };
}
