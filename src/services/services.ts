import { firstStart } from "../commands/first-start.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { GatehouseError } from "../errors.ts";
import { ImportPlace } from "../imports/import-place.ts";
import type { Change } from "../model/change.ts";
import { EnvironmentSnapshots } from "../snapshots/environment-snapshots.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import type { CheckInputs } from "../toggles/actor-check.ts";
import { advanceRevisionsAtStart } from "../writer/revisions.ts";
import { Writer } from "../writer/writer.ts";
import { AuditService } from "./audit-service.ts";
import { EnvironmentService } from "./environment-service.ts";
import { FeatureService } from "./feature-service.ts";

export interface ServicesOptions {
  readonly opened: OpenedStorage;
  readonly groupPolicy: GroupPolicy;
  readonly checkInputs: Omit<CheckInputs, "find">;
  /** Called with the error of a failed commit, whose requests are answered 503. */
  readonly onFault: (error: unknown) => void;
}

/** The services that all APIs share; they use one state and one writer. */
export interface Services {
  readonly writer: Writer;
  readonly snapshots: EnvironmentSnapshots;
  readonly features: FeatureService;
  readonly environments: EnvironmentService;
  readonly audits: AuditService;
  /** Shared by all ways to import. */
  readonly importPlace: ImportPlace;
  /**
   * Resolves when a new data directory is set up and the revisions are stored; rejects if the set-up
   * fails.
   */
  readonly ready: Promise<void>;
  /** Completes accepted operations, then closes the storage. */
  close(): Promise<void>;
}

export function createServices(options: ServicesOptions): Services {
  const { opened, groupPolicy, checkInputs, onFault } = options;
  const atStart = advanceRevisionsAtStart(opened.state, checkInputs.now());
  const writer = new Writer({
    storage: opened.storage,
    state: atStart.state,
    now: checkInputs.now,
    onFailure: onFault,
  });
  const snapshots = new EnvironmentSnapshots();
  return {
    writer,
    snapshots,
    features: new FeatureService({ writer, snapshots, groupPolicy, checkInputs }),
    environments: new EnvironmentService(writer),
    audits: new AuditService(opened.storage, writer),
    importPlace: new ImportPlace(),
    ready: setUp(writer, atStart.changes),
    async close() {
      await writer.close();
      await opened.storage.close();
    },
  };
}

/**
 * Sets up an empty data directory, and stores the revisions that are served since the start. If
 * they cannot be stored, for example on a full disk, they are served nevertheless: the error is
 * reported, reads are answered, and the next change stores its own revision.
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
