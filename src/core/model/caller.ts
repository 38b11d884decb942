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
  /** Why the caller makes the change of this request; stored with its audits. */
  readonly reason?: string | undefined;
  /** The operation of the Admin API that makes the change, for the act of a change with a reason. */
  readonly command?: string | undefined;
  /** Whether the caller changes a protected environment without approval, if the policy allows it. */
  readonly bypasses?: boolean | undefined;
  /** Whether the caller wants a request instead of a change that needs only a reason. */
  readonly asksRequest?: boolean | undefined;
  /**
   * Whether a change of gates pauses the rollout that they are in. False refuses such a change, and
   * undefined, as for clients of Flipper, lets it hold the rollout.
   */
  readonly pausesRollout?: boolean | undefined;
  /** Notes the step of the command for its answer. */
  readonly noted?: NotedStep | undefined;
}

export interface NotedStep {
  /** The sequence of the command's first audit; null if it changed nothing. */
  step: number | null;
}

/** The right of a member, or of a program with the member's personal token, to do something. */
export interface CallerSession {
  /** See `Session.hash`; of a personal token see `PersonalToken.hash`. */
  readonly hash: string;
  readonly isPersonalToken?: boolean | undefined;
  readonly userId: number;
  /** The lowest role that may do it. */
  readonly roleMin: Role;
  /** The environment in which the role counts; undefined for the whole organization. */
  readonly environmentId?: number | undefined;
}

/** A caller of the hosted API, which requires a token. */
export interface TokenCaller extends Caller {
  readonly token: Token;
}
