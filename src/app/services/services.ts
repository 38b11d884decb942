import { GatehouseError } from "../../core/errors.ts";
import { CompiledExpressions } from "../../core/evaluation/compiled-expressions.ts";
import { applyChange } from "../../core/model/apply-change.ts";
import type { Change } from "../../core/model/change.ts";
import { markAtStart } from "../../core/model/clock-mark.ts";
import type { State } from "../../core/model/state.ts";
import type { OnPercentagesRounded } from "../../core/percentages/rounded-percentages.ts";
import { firstStart } from "../commands/first-start.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { ImportPlace } from "../imports/import-place.ts";
import { EnvironmentSnapshots } from "../snapshots/environment-snapshots.ts";
import { type Leadership, soleLeadership } from "../writer/leadership.ts";
import { type OpenedData, writerOf } from "../writer/opened-data.ts";
import { advanceRevisionsAtStart } from "../writer/revisions.ts";
import type { Writer } from "../writer/writer.ts";
import { AuditService } from "./audit-service.ts";
import { EnvironmentService } from "./environment-service.ts";
import { ExplainService } from "./explain-service.ts";
import type { ServiceCheckInputs } from "./feature-reads.ts";
import { FeatureService } from "./feature-service.ts";
import { HistoryReads } from "./history-reads.ts";
import { HistoryService } from "./history-service.ts";
import { HistorySteps } from "./history-steps.ts";
import { LastChanges } from "./last-changes.ts";
import { leadAuditRetention } from "./lead-audit-retention.ts";

export interface ServicesOptions {
  readonly opened: OpenedData;
  readonly groupPolicy: GroupPolicy;
  readonly checkInputs: ServiceCheckInputs;
  /** Called with the error of a failed commit or read, whose requests are answered 503. */
  readonly onFault: (error: unknown) => void;
  /** Called with the milliseconds of a jump of the clock by more than a day. */
  readonly onClockJump?: ((ms: number) => void) | undefined;
  /** If set, decimals of percentages that clients send are rounded; otherwise they are refused. */
  readonly onPercentagesRounded?: OnPercentagesRounded | undefined;
  /**
   * Whether old audits are removed every hour; true by default. A storage that limits its audits
   * itself needs no timer, which would hold it in memory.
   */
  readonly removesOldAudits?: boolean;
  /**
   * Whether the revisions are advanced and the clock is marked; true by default. False for a CLI
   * command, which opens a data directory for one request. Also false for a process that shares its
   * storage: it continues the stored revisions, and marks the clock every hour.
   */
  readonly isStart?: boolean;
  /** Whether the writer only follows another server, so that nothing is set up or removed. */
  readonly isFollower?: boolean;
  /** Decides whether this process removes old audits; it does by default. */
  readonly leadership?: Leadership;
  /** See `AuditRetentionOptions`. */
  readonly hourMs?: number | undefined;
}

/** The services that all APIs share; they use one state and one writer. */
export interface Services {
  readonly writer: Writer;
  readonly snapshots: EnvironmentSnapshots;
  readonly features: FeatureService;
  readonly explanations: ExplainService;
  readonly environments: EnvironmentService;
  readonly audits: AuditService;
  readonly history: HistoryService;
  readonly historySteps: HistorySteps;
  readonly lastChanges: LastChanges;
  /** Shared by all imports. */
  readonly importPlace: ImportPlace;
  readonly onPercentagesRounded: OnPercentagesRounded | undefined;
  /**
   * Resolves when a new data directory is set up and the revisions are stored; rejects if the
   * set-up fails.
   */
  readonly ready: Promise<void>;
  /** Completes accepted operations, and accepts no more. */
  stop(): Promise<void>;
  /** Stops, then closes the storage. */
  close(): Promise<void>;
}

export function createServices(options: ServicesOptions): Services {
  const { opened, groupPolicy, checkInputs, onFault, onPercentagesRounded } = options;
  const { now } = checkInputs;
  const atStart =
    options.isStart === false || options.isFollower === true
      ? []
      : changesAtStart(opened.state, now());
  const writer = writerOf(
    { ...opened, state: atStart.reduce(applyChange, opened.state) },
    { now, onFailure: onFault },
  );
  const snapshots = new EnvironmentSnapshots();
  const reads = new HistoryReads(opened.storage, onFault);
  const ready = options.isFollower === true ? Promise.resolve() : setUp(writer, atStart);
  // A data directory that is not set up has nothing to remove.
  const removesOldAudits = options.removesOldAudits !== false && options.isFollower !== true;
  let isStopped = false;
  let endRetention: (() => Promise<void>) | undefined;
  ready.then(
    () => {
      if (removesOldAudits && !isStopped) {
        endRetention = leadAuditRetention(
          {
            storage: opened.storage,
            writer,
            now,
            onClockJump: options.onClockJump ?? (() => undefined),
            onFailure: onFault,
            hourMs: options.hourMs,
          },
          options.leadership ?? soleLeadership,
        );
      }
    },
    () => undefined,
  );
  const stop = async () => {
    isStopped = true;
    await endRetention?.();
    await writer.close();
  };
  const features = new FeatureService({
    writer,
    snapshots,
    groupPolicy,
    checkInputs,
    expressions: new CompiledExpressions(),
    onPercentagesRounded,
  });
  return {
    writer,
    snapshots,
    features,
    explanations: new ExplainService(features),
    environments: new EnvironmentService(writer),
    history: new HistoryService({ reads, writer, groupPolicy, now }),
    historySteps: new HistorySteps(reads, writer),
    lastChanges: new LastChanges(reads, writer),
    audits: new AuditService({ storage: opened.storage, writer, onFault }),
    importPlace: new ImportPlace(),
    onPercentagesRounded,
    ready,
    stop,
    async close() {
      await stop();
      await opened.storage.close();
    },
  };
}

const microsecondsPerMs = 1_000;

/** Advances the revisions, and marks the clock by earlier commits. */
function changesAtStart(state: State, now: number): readonly Change[] {
  // 0 is the revision of a project that no writer has changed.
  const newestRevision = state.revisions.max() ?? 0;
  const newestCommitAt =
    newestRevision === 0 ? undefined : Math.floor(newestRevision / microsecondsPerMs);
  const mark = markAtStart(state.clockMark, newestCommitAt, now);
  return [...advanceRevisionsAtStart(state, now).changes, { kind: "clock.marked", mark }];
}

/**
 * Sets up an empty data directory, and stores the changes of a start, which are already in effect.
 * If they cannot be stored, for example on a full disk, they stay in effect. The error is reported,
 * reads are answered, and the next change stores its own revision.
 */
async function setUp(writer: Writer, changes: readonly Change[]): Promise<void> {
  // A server whose shared database is unreachable starts with the data that it has.
  if (writer.state.projects.isEmpty()) {
    await writer.submit(firstStart);
  }
  if (changes.length === 0) {
    return;
  }
  try {
    await writer.submit((draft) => {
      for (const change of changes) {
        draft.record(change);
      }
    });
  } catch (error) {
    if (!(error instanceof GatehouseError && error.refusal === "unavailable")) {
      throw error;
    }
  }
}
