import type { ProbeKind } from "../storage.ts";
import type { FileIdentity } from "./database/database-files-check.ts";

/** Messages of the main thread to the worker that commits. */
export type MessageToCommitWorker =
  | {
      /** The first message: opens a database that the main thread has opened and migrated. */
      readonly kind: "open";
      readonly path: string;
      readonly files: readonly FileIdentity[];
      readonly busyWaitMsMax: number;
      /** Whether the structure of the whole database is checked first. */
      readonly checks: boolean;
    }
  /** Stored changes as a JSON list: the first part of a large batch, or its next one. */
  | { readonly kind: "part"; readonly text: string }
  /** Commits the earlier parts, and then the part in this text. */
  | {
      readonly kind: "commit";
      readonly call: number;
      readonly batchId: string;
      readonly text: string;
    }
  | { readonly kind: "find_commit"; readonly call: number; readonly batchId: string }
  | { readonly kind: "probe"; readonly call: number; readonly probe: ProbeKind }
  /** Completes the commits that have begun, and closes the database. */
  | { readonly kind: "close" }
  /** The only message of a worker that searches a database for damage. */
  | { readonly kind: "check"; readonly path: string };

/** The worker's messages to the main thread. */
export type MessageFromCommitWorker =
  /** The worker is ready. Messages sent before can be lost. */
  | { readonly kind: "loaded" }
  | { readonly kind: "opened" }
  | { readonly kind: "open_failed"; readonly reason: string }
  /** The answer to a call; the position is null for a commit that was not found, and for a probe. */
  | { readonly kind: "done"; readonly call: number; readonly position: number | null }
  | {
      readonly kind: "failed";
      readonly call: number;
      readonly reason: string;
      readonly isAboutChanges: boolean;
    }
  | { readonly kind: "closed" }
  /** The damage that the check found, null for none. */
  | { readonly kind: "checked"; readonly damage: string | null };
