import type { AuditActor } from "./audit.ts";
import type { Environment } from "./environment.ts";
import type { Token } from "./token.ts";

/** Who asks, and in which environment: what a request amounts to once it is let in. */
export interface Caller {
  readonly environment: Environment;
  /** What audits name. */
  readonly actor: AuditActor;
  /** Who counts as the creator of what this caller makes. */
  readonly userId: number | null;
  /** The token the caller came with; null in process and in the mountable deployment. */
  readonly token: Token | null;
}

/** A caller of the hosted API. */
export interface TokenCaller extends Caller {
  readonly token: Token;
}
