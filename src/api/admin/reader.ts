import type { FoundPersonalToken } from "../../app/sessions/personal-tokens.ts";
import type { FoundSession } from "../../app/sessions/sessions.ts";
import { GatehouseError } from "../../core/errors.ts";
import type { CallerSession, TokenCaller } from "../../core/model/caller.ts";
import type { Role } from "../../core/model/role.ts";

/** The person who uses the UI, or whose program sends a personal token, for one request. */
export interface Reader {
  /** Null for a reader who is not signed in. */
  readonly role: Role | null;
  /** Null in the mountable deployment, where there are no people, and before signing in. */
  readonly signedIn: FoundSession | FoundPersonalToken | null;
  /** The program with a token of an environment; null for everybody else. */
  readonly token: TokenCaller | null;
  /** Whether it is a command of somebody who has the data, who may do everything. */
  readonly hasData: boolean;
}

/** What a token of an environment must allow for a route: the levels of `Access`. */
export type TokenLevel = "evaluator" | "reader" | "writer" | "deleter";

/** Why the UI is read-only for everybody: a flag of the server, or an address that all can reach. */
export type ReadOnlyReason = "flag" | "open_address" | null;

/** Finds out who sends a request. */
export interface Guard {
  readonly readOnly: ReadOnlyReason;
  /** Whether the readers have the data itself, as those of the administration socket. */
  readonly hasData?: boolean;
  /**
   * Throws for wrong credentials of HTTP Basic authentication, for a wrong token, and for a token of
   * an environment that does not allow `level`; without a level none does.
   */
  reader(request: Request, level?: TokenLevel): Reader;
  /**
   * Whether a reader who was found in such a request still would be: no request of its token, but a
   * use of its session.
   */
  stillAdmits(reader: Reader, request: Request): boolean;
  /** Whether the request comes from a program: then it is no page's, and no cookie is read. */
  isProgram?(request: Request): boolean;
  /**
   * Resolves when the reader may be known who is not; undefined if there is no reason to wait. The
   * session may have been started a moment ago, by another server that shares the database.
   */
  news?(request: Request): Promise<void> | undefined;
}

/** The right by which a reader does something that needs the role. */
export function rightOf(found: FoundSession | FoundPersonalToken, roleMin: Role): CallerSession {
  const userId = found.user.id;
  return "token" in found
    ? { hash: found.token.hash, userId, roleMin, isPersonalToken: true }
    : { hash: found.session.hash, userId, roleMin };
}

/**
 * The right by which a reader changes what belongs to the organization; null for users who can open the data.
 * Throws `signed_out` for everybody else who is nobody.
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

/** The session of a reader; null for nobody. Throws `session_required` for a personal token. */
export function sessionOf({ signedIn }: Pick<Reader, "signedIn">): FoundSession | null {
  if (signedIn !== null && "token" in signedIn) {
    throw new GatehouseError("session_required");
  }
  return signedIn;
}

/** Answers a request when its reader is known as well as can be. */
export function withNews<Answer>(
  guard: Guard,
  request: Request,
  answer: () => Answer | Promise<Answer>,
): Answer | Promise<Answer> {
  const news = guard.news?.(request);
  return news === undefined ? answer() : news.then(answer);
}
