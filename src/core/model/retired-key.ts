import type { AuditActor } from "./audit.ts";

/**
 * The key of a deleted feature that must not be created again: old applications create their
 * features at each start (docs/api.md#retired-keys).
 */
export interface RetiredKey {
  readonly projectId: number;
  readonly key: string;
  /** Milliseconds since the epoch. */
  readonly retiredAt: number;
  readonly actor: AuditActor;
  readonly reason: string | null;
}

/** For each project. */
export const retiredKeysMax = 10_000;
