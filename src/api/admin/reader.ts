import type { FoundPersonalToken } from "../../app/sessions/personal-tokens.ts";
import type { FoundSession } from "../../app/sessions/sessions.ts";
import { GatehouseError } from "../../core/errors.ts";
import type { CallerSession, TokenCaller } from "../../core/model/caller.ts";
import type { Role } from "../../core/model/role.ts";

/** The sender of a request: a user of the UI, or a program with a token. */
export interface Reader {
  /** Null for a reader who is not signed in. */
  readonly role: Role | null;
  /** Null before signing in, and in the mountable deployment, which has no accounts. */
  readonly signedIn: FoundSession | FoundPersonalToken | null;
  /** The program with a token of an environment; null for all other readers. */
  readonly token: TokenCaller | null;
  /** Whether it is a command of a user with access to the data, who may do everything. */
  readonly hasData: boolean;
}

/** What a token of an environment must allow for a route. */
export type TokenLevel = "reader" | "writer" | "deleter";

/** Why the UI is read-only for everyone: a flag of the server, or a public address. */
export type ReadOnlyReason = "flag" | "open_address" | null;

/** Identifies the sender of a request. */
export interface ReaderGuard {
  readonly readOnly: ReadOnlyReason;
  /** Whether the readers have access to the data itself, as on the administration socket. */
  readonly hasData?: boolean;
  /**
   * Throws for wrong credentials of HTTP Basic authentication, for a wrong token, and for a token of
   * an environment that does not allow `level`. Without a level, no such token is allowed.
   */
  reader(request: Request, level?: TokenLevel): Reader;
  /**
   * Whether the guard would still admit this reader. Does not count as a request of its token, but as
   * a use of its session.
   */
  stillAdmits(reader: Reader, request: Request): boolean;
  /** Whether the request comes from a program; the guard then reads no cookie. */
  isProgram?(request: Request): boolean;
  /**
   * Resolves when an unknown reader may have become known; undefined if waiting is useless. Another
   * server of the same database may have started the session a moment ago.
   */
  news?(request: Request): Promise<void> | undefined;
}

/** The reader's right to do something that needs the role, in one environment or everywhere. */
export function rightOf(
  found: FoundSession | FoundPersonalToken,
  roleMin: Role,
  environmentId?: number,
): CallerSession {
  const right = { userId: found.user.id, roleMin, environmentId };
  return "token" in found
    ? { ...right, hash: found.token.hash, isPersonalToken: true }
    : { ...right, hash: found.session.hash };
}

/**
 * The right by which a reader changes an object of the organization; null for users who can open the
 * data. Throws `signed_out` for all other unknown readers.
 */
export function organizationRight(
  { signedIn, hasData }: Pick<Reader, "signedIn" | "hasData">,
  roleMin: Role,
): CallerSession | null {
  if (hasData) {
    return null;
  }
  if (signedIn === null) {
    throw new GatehouseError("signed_out");
  }
  return rightOf(signedIn, roleMin);
}

/** The only environments that a program may read and change; null for all. */
export function limitOf({ signedIn }: Pick<Reader, "signedIn">): readonly number[] | null {
  return signedIn !== null && "token" in signedIn ? signedIn.token.environmentIds : null;
}

/** The session of a reader; null without a reader. Throws `session_required` for a personal token. */
export function sessionOf({ signedIn }: Pick<Reader, "signedIn">): FoundSession | null {
  if (signedIn !== null && "token" in signedIn) {
    throw new GatehouseError("session_required");
  }
  return signedIn;
}

/** Answers a request after all means to identify its reader. */
export function withNews<Answer>(
  guard: ReaderGuard,
  request: Request,
  answer: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const news = guard.news?.(request);
  return news === undefined ? answer() : news.then(answer);
}
