import type { CallerSession } from "../model/caller.ts";
import type { Role } from "../model/role.ts";
import type { FoundSession } from "../sessions/sessions.ts";

/** The person who uses the UI, for one request. */
export interface Reader {
  /** Null for a reader who is not signed in. */
  readonly role: Role | null;
  /** Null in the mountable deployment, where there are no people, and before signing in. */
  readonly signedIn: FoundSession | null;
}

/** Why the UI is read-only for everybody: a flag of the server, or an address that all can reach. */
export type ReadOnlyReason = "flag" | "open_address" | null;

/** Finds out who sends a request. */
export interface Guard {
  readonly readOnly: ReadOnlyReason;
  /** Throws for wrong credentials of HTTP Basic authentication. */
  reader(request: Request): Reader;
  /**
   * Resolves when the reader may be known who is not; undefined if there is no reason to wait. The
   * session may have been started a moment ago, by another server that shares the database.
   */
  news?(request: Request): Promise<void> | undefined;
}

/** The right by which a signed-in reader does something that needs the role. */
export function rightOf({ session, user }: FoundSession, roleMin: Role): CallerSession {
  return { hash: session.hash, userId: user.id, roleMin };
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
