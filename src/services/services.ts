import type { AnyElysia } from "elysia";
import { firstStart } from "../commands/first-start.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { GatehouseError } from "../errors.ts";
import type { Access } from "../flipper-api/access/access.ts";
import { actorController } from "../flipper-api/features/actor-controller.ts";
import { featureController } from "../flipper-api/features/feature-controller.ts";
import { gateController } from "../flipper-api/features/gate-controller.ts";
import { importController } from "../flipper-api/features/import-controller.ts";
import type { Change } from "../model/change.ts";
import { Snapshots } from "../snapshots/snapshots.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import type { Surroundings } from "../toggles/check.ts";
import { revisionsAtStart } from "../writer/revisions.ts";
import { Writer } from "../writer/writer.ts";
import { FeatureService } from "./feature-service.ts";

export interface CoreOptions {
  readonly opened: OpenedStorage;
  readonly groupPolicy: GroupPolicy;
  readonly surroundings: Omit<Surroundings, "find">;
  /** Told why a commit failed; its requests were answered 503. */
  readonly onFault: (error: unknown) => void;
}

/** What both deployments stand on: the state, its one writer, and the use cases of features. */
export interface Core {
  readonly writer: Writer;
  readonly service: FeatureService;
  readonly snapshots: Snapshots;
  /** Resolves when a new data directory is set up; rejects if it cannot be. */
  readonly ready: Promise<void>;
  /** Answers what was accepted, then lets the storage go. */
  close(): Promise<void>;
}

export function createCore({ opened, groupPolicy, surroundings, onFault }: CoreOptions): Core {
  const revised = revisionsAtStart(opened.state, surroundings.now());
  const writer = new Writer({
    storage: opened.storage,
    state: revised.state,
    now: surroundings.now,
    onFailure: onFault,
  });
  const snapshots = new Snapshots();
  return {
    writer,
    service: new FeatureService({ writer, snapshots, groupPolicy, surroundings }),
    snapshots,
    ready: setUp(writer, revised.changes),
    async close() {
      await writer.close();
      await opened.storage.close();
    },
  };
}

/**
 * Keeps the revisions that are served from the start on. Whoever cannot, as on a full disk, serves
 * them all the same: the fault is reported, reads are answered, and the next change keeps its own.
 */
async function setUp(writer: Writer, revisions: readonly Change[]): Promise<void> {
  await writer.submit(firstStart);
  try {
    await writer.submit((draft) => {
      for (const change of revisions) {
        draft.record(change);
      }
    });
  } catch (error) {
    if (!(error instanceof GatehouseError && error.refusal === "unavailable")) {
      throw error;
    }
  }
}

export interface FeatureApiOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly showsExpressions: boolean;
  readonly pollIntervalSeconds: number | undefined;
  readonly importBytesMax?: number | undefined;
}

/** The controllers that both deployments have (SPEC.md 4.1 to 4.3, and the import). */
export function featureControllers(options: FeatureApiOptions): readonly AnyElysia[] {
  return [
    featureController(options),
    gateController(options),
    actorController(options),
    importController(options),
  ];
}
