import type { AuditActor } from "./audit.ts";
import type { Environment } from "./environment.ts";
import type { Role } from "./role.ts";
import type { Token } from "./token.ts";

/** The author of an authenticated request, and the environment of the request. */
export interface Caller {
  readonly environment: Environment;
  /** The actor of the audits. */
  readonly actor: AuditActor;
  /** The creator of the features that this caller creates. */
  readonly userId: number | null;
  /** The token of the request; null inside an application, also when mounted. */
  readonly token: Token | null;
  /** The session or the personal token of a member; checked again when a command runs. */
  readonly session?: CallerSession | undefined;
}

/** The right of a member, or of a program with the member's personal token, to do something. */
export interface CallerSession {
  /** See `Session.hash`; of a personal token see `PersonalToken.hash`. */
  readonly hash: string;
  readonly isPersonalToken?: boolean | undefined;
  readonly userId: number;
  /** The lowest role that may do it. */
  readonly roleMin: Role;
}

/** A caller of the hosted API, which requires a token. */
export interface TokenCaller extends Caller {
  readonly token: Token;
}
