import { GatehouseError } from "../../core/errors.ts";
import { CompiledExpressions } from "../../core/evaluation/compiled-expressions.ts";
import { applyChange } from "../../core/model/apply-change.ts";
import type { Change } from "../../core/model/change.ts";
import { markAtStart } from "../../core/model/clock-mark.ts";
import type { State } from "../../core/model/state.ts";
import type { OnPercentagesRounded } from "../../core/percentages/rounded-percentages.ts";
import type { StorageReads } from "../../storage/storage.ts";
import { firstStart } from "../commands/first-start.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { actorSamplesOf } from "../impact/actor-samples.ts";
import type { ImpactEstimates } from "../impact/impact-estimates.ts";
import { ImportPlace } from "../imports/import-place.ts";
import { Checkpoints, type Vault } from "../record/checkpoints.ts";
import { proofLines } from "../record/proof-lines.ts";
import {
  leadRequests,
  RequestSchedule,
  type RequestScheduleOptions,
} from "../requests/request-schedule.ts";
import { RequestService } from "../requests/request-service.ts";
import type { GuardMinutes } from "../rollouts/guard-port.ts";
import { GuardReports } from "../rollouts/guard-reports.ts";
import { GuardWatch } from "../rollouts/guard-watch.ts";
import { type CountEnabledChecks, leadRollouts } from "../rollouts/rollout-schedule.ts";
import { RolloutService } from "../rollouts/rollout-service.ts";
import { EnvironmentSnapshots } from "../snapshots/environment-snapshots.ts";
import { type Leadership, soleLeadership } from "../writer/leadership.ts";
import { type OpenedData, writerOf } from "../writer/opened-data.ts";
import { advanceRevisionsAtStart } from "../writer/revisions.ts";
import type { Writer } from "../writer/writer.ts";
import { ActService } from "./act-service.ts";
import type { ActorFeatures } from "./actor-features.ts";
import { ApplyService } from "./apply-service.ts";
import { AuditService } from "./audit-service.ts";
import { BulkService } from "./bulk-service.ts";
import { CommentService } from "./comment-service.ts";
import type { DraftExplanations } from "./draft-explanations.ts";
import { EnvironmentService } from "./environment-service.ts";
import type { ExplainService } from "./explain-service.ts";
import { explainingServices } from "./explaining-services.ts";
import type { ServiceCheckInputs } from "./feature-reads.ts";
import { FeatureService } from "./feature-service.ts";
import { HistoryReads } from "./history-reads.ts";
import { HistoryService } from "./history-service.ts";
import { HistorySteps } from "./history-steps.ts";
import { LastChanges } from "./last-changes.ts";
import { leadAuditRetention } from "./lead-audit-retention.ts";
import type { PastComparisons } from "./past-comparisons.ts";
import { PastReader } from "./past-reader.ts";
import { ProjectSteps } from "./project-steps.ts";
import { SeenProperties } from "./seen-properties.ts";
import { StepGates } from "./step-gates.ts";

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
   * Whether old audits are removed every hour, and requests and rollouts do their work at its time; true by
   * default. A storage that limits its audits
   * itself needs no timer, which would hold it in memory.
   */
  readonly removesOldAudits?: boolean;
  /**
   * Whether the revisions are advanced and the clock is marked; true by default. False for a CLI
   * command, which opens a data directory for one request. Also false for a process that shares its
   * storage: it continues the stored revisions, and marks the clock every hour.
   */
  readonly isStart?: boolean;
  /**
   * Whether the properties in checks are remembered, to suggest them for expressions, and the actors
   * of projects that sample them.
   */
  readonly remembersProperties?: boolean;
  /** Whether the writer only follows another server, so that nothing is set up or removed. */
  readonly isFollower?: boolean;
  /** Decides whether this process removes old audits; it does by default. */
  readonly leadership?: Leadership;
  /** What guards of rollouts read and store; missing where there is no telemetry. */
  readonly guardMinutes?: GuardMinutes | undefined;
  /** See `AuditRetentionOptions`. */
  readonly hourMs?: number | undefined;
  /** Counts the checks that steps of rollouts wait for; without telemetry they wait until skipped. */
  readonly countEnabledChecks?: CountEnabledChecks | undefined;
  /** Seals the keys that sign checkpoints; without it none are signed. */
  readonly vault?: Vault | undefined;
}

/** The services that all APIs share; they use one state and one writer. */
export interface Services {
  readonly writer: Writer;
  readonly snapshots: EnvironmentSnapshots;
  readonly features: FeatureService;
  readonly apply: ApplyService;
  readonly bulk: BulkService;
  readonly explanations: ExplainService;
  readonly draftExplanations: DraftExplanations;
  readonly actorFeatures: ActorFeatures;
  /** Undefined unless the properties in checks are remembered. */
  readonly seenProperties: SeenProperties | undefined;
  readonly impacts: ImpactEstimates;
  readonly environments: EnvironmentService;
  readonly acts: ActService;
  readonly comments: CommentService;
  readonly requests: RequestService;
  readonly rollouts: RolloutService;
  /** Undefined without telemetry. */
  readonly guardReports: GuardReports | undefined;
  /** Reads of data outside the state, which are not of one service. */
  readonly reads: StorageReads;
  /** All records with their hashes, as lines of JSON. */
  readonly proofs: () => AsyncGenerator<string, void>;
  /** Undefined for services without a vault. */
  readonly checkpoints: Checkpoints | undefined;
  readonly audits: AuditService;
  readonly history: HistoryService;
  readonly historySteps: HistorySteps;
  readonly pastComparisons: PastComparisons;
  readonly projectSteps: ProjectSteps;
  readonly stepGates: StepGates;
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
  const { reads } = opened.storage;
  const historyReads = new HistoryReads(reads, onFault);
  const ready = options.isFollower === true ? Promise.resolve() : setUp(writer, atStart);
  const timed = { writer, groupPolicy, now, onFailure: onFault };
  const hasScheduledWork = options.removesOldAudits !== false && options.isFollower !== true;
  const { guardMinutes: minutes } = options;
  const guards = minutes && new GuardWatch({ ...timed, minutes });
  const endWork = scheduledWork(ready, hasScheduledWork, () => {
    const leadership = options.leadership ?? soleLeadership;
    const { onClockJump = () => undefined, hourMs, countEnabledChecks } = options;
    return [
      leadAuditRetention({ ...timed, reads, onClockJump, hourMs }, leadership),
      leadRequests(timed, leadership),
      leadRollouts({ ...timed, countEnabledChecks }, guards, leadership),
    ];
  });
  const stop = async () => {
    actorSamples?.close();
    await endWork();
    await writer.close();
  };
  const isRemembering = options.remembersProperties === true;
  const seenProperties = isRemembering ? new SeenProperties(now) : undefined;
  const actorSamples = isRemembering ? actorSamplesOf(writer, now) : undefined;
  const features = new FeatureService({
    writer,
    snapshots,
    groupPolicy,
    checkInputs,
    expressions: new CompiledExpressions(),
    seenProperties,
    actorSamples,
    onPercentagesRounded,
  });
  const history = new HistoryService({ reads: historyReads, writer, groupPolicy, now });
  const historySteps = new HistorySteps(historyReads, writer);
  const past = new PastReader({ reads: historyReads, writer, history, now });
  return {
    writer,
    snapshots,
    features,
    apply: new ApplyService({ writer, groupPolicy, now }),
    bulk: new BulkService({ writer, groupPolicy, now }),
    ...explainingServices(features, past, writer, actorSamples),
    seenProperties,
    environments: new EnvironmentService(writer),
    requests: new RequestService({ ...timed, settle: settling(timed) }),
    rollouts: new RolloutService(timed),
    guardReports: minutes && new GuardReports(minutes, now),
    reads,
    history,
    historySteps,
    projectSteps: new ProjectSteps(historySteps, writer, now),
    stepGates: new StepGates(historyReads, writer, history),
    lastChanges: new LastChanges(historyReads, writer),
    ...recordServices(options, writer),
    audits: new AuditService({ reads, writer, onFault }),
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

function recordServices({ opened, vault, checkInputs }: ServicesOptions, writer: Writer) {
  const { reads } = opened.storage;
  const { now } = checkInputs;
  return {
    acts: new ActService(reads),
    comments: new CommentService(reads, writer),
    proofs: () => proofLines(reads),
    checkpoints: vault && new Checkpoints({ writer, reads, vault, now }),
  };
}

const microsecondsPerMs = 1_000;

/** Advances the revisions, and marks the clock by earlier commits. */
function changesAtStart(state: State, now: number): readonly Change[] {
  // 0 is the revision of a project that no writer has changed.
  const latestRevision = state.revisions.max() ?? 0;
  const newestCommitAt =
    latestRevision === 0 ? undefined : Math.floor(latestRevision / microsecondsPerMs);
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
  const isSetUp = writer.state.projects.isEmpty() ? writer.submit(firstStart) : undefined;
  const areStored = changes.length === 0 ? undefined : storeChanges(writer, changes);
  await Promise.all([isSetUp, areStored]);
}

async function storeChanges(writer: Writer, changes: readonly Change[]): Promise<void> {
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

/**
 * Starts work after a set-up, as a data directory that is not set up has nothing to do. Returns the
 * function that ends it.
 */
function scheduledWork(
  ready: Promise<void>,
  isWanted: boolean,
  start: () => readonly (() => Promise<void>)[],
): () => Promise<void> {
  let ends: readonly (() => Promise<void>)[] = [];
  let isStopped = !isWanted;
  ready.then(
    () => {
      ends = isStopped ? [] : start();
    },
    () => undefined,
  );
  return async () => {
    isStopped = true;
    await Promise.all(ends.map((end) => end()));
  };
}

/** Errors of the storage are reported, and the schedule tries again. */
function settling(options: RequestScheduleOptions): (id: number) => Promise<void> {
  const schedule = new RequestSchedule(options);
  return (id) => schedule.settle(id).catch(options.onFailure);
}
