import type { ChainHead, RecordedAct } from "../core/model/act.ts";
import type { SigningKey } from "../core/model/signing-key.ts";
import type { HashedAudit } from "./chain/chain-hash.ts";

/** Reads of acts, of signing keys, and of audits as their hashes cover them. */
export interface RecordReads {
  acts(query: ActQuery): Promise<readonly RecordedAct[]>;

  /** All keys, oldest first. */
  signingKeys(): Promise<readonly SigningKey[]>;

  /** The ends of all chains, as of one moment. */
  chainEnds(): Promise<ChainEnds>;

  /** Audits of an environment with their hashes, oldest first. */
  chainedAudits(query: ChainedAuditQuery): Promise<readonly ChainedAudit[]>;
}

export interface ActQuery {
  /** Only numbers above this one. */
  readonly after: number;
  /** Only numbers below this one. */
  readonly before: number;
  readonly limit: number;
  /** Latest first by default. */
  readonly isOldestFirst?: boolean;
}

export interface ChainEnds {
  readonly installation: string;
  /** The latest act; its sequence is 0 without one. */
  readonly acts: ChainHead;
  /** The latest audit of each environment that had one, by id. */
  readonly environments: readonly EnvironmentEnd[];
}

export interface EnvironmentEnd extends ChainHead {
  readonly environment: number;
  /** The last removed audit; its sequence is 0 if none was removed. */
  readonly removed: ChainHead;
}

export interface ChainedAuditQuery {
  readonly environmentId: number;
  /** Only sequences above this one. */
  readonly after: number;
  readonly limit: number;
}

export interface ChainedAudit extends HashedAudit {
  /** In lower-case hexadecimal; null for an audit that is not hashed. */
  readonly hash: string | null;
}
