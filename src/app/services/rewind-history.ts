import { GatehouseError } from "../../core/errors.ts";
import { sameGates } from "../../core/evaluation/gate-change.ts";
import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Environment } from "../../core/model/environment.ts";
import { mirrored, type OwnState, ownStateOf } from "../../core/model/own-state.ts";
import type { State } from "../../core/model/state.ts";
import { findFeature, ownToggle } from "../../core/model/state-lookups.ts";
import { EventLoopSlice } from "../../core/scheduling/event-loop-slice.ts";
import { compareUtf8 } from "../../core/text/compare-utf8.ts";
import type { FeatureRewind } from "../commands/feature-rewind.ts";
import type { FeatureRollback } from "../commands/rollback-commands.ts";
import { FeatureHistory, type RewindLimits, type RewindWatch } from "./feature-history.ts";
import type { HistoryReads } from "./history-reads.ts";
import type { HistoryTarget } from "./history-types.ts";
import { StepWatch } from "./step-watch.ts";

/** How many audits of a step are read at once. */
const stepPieceLength = 500;

/** A feature that a rollback changes. */
export interface RewoundFeature extends FeatureRollback {
  /** See `RollbackDifference.laterCount`. */
  readonly laterCount: number;
  /** See `RollbackPreview.stayCount`. */
  readonly stayCount: number;
  /** See `RollbackPreview.changedAgainCount`. */
  readonly changedAgainCount: number;
}

/** Why the state of a feature is unknown. */
export interface RewindFailure {
  readonly key: string;
  readonly reason: string;
}

export interface Rewound {
  /** Features that change, by key. */
  readonly features: readonly RewoundFeature[];
  /** Null if the states of all features are known. */
  readonly failure: RewindFailure | null;
}

const undoesNothing: RewindWatch = { isUndone: () => false };

type OldestAudit = Pick<HistoryAudit, "sequence" | "createdAt">;

/** Which features a rollback rewinds, and to which moment. */
interface Way {
  readonly keys: readonly string[];
  readonly moment: RewindLimits;
  readonly watch: RewindWatch;
  /** Whether a feature is deleted if its creation is undone. */
  readonly removes: boolean;
}

/** Rebuilds the features that a rollback changes, one after another. */
export class HistoryRewinder {
  readonly #reads: HistoryReads;
  readonly #state: State;
  readonly #environment: Environment;
  readonly #newest: number;

  constructor(reads: HistoryReads, state: State, environment: Environment) {
    this.#reads = reads;
    this.#state = state;
    this.#environment = environment;
    this.#newest = state.auditSequences.get(environment.id) ?? 0;
  }

  /** All features together. Rejects as `each` does. */
  async rewind(target: HistoryTarget): Promise<Rewound> {
    const features: RewoundFeature[] = [];
    const failure = await this.each(target, async (feature) => {
      features.push(feature);
    });
    return failure === null ? { features, failure } : { features: [], failure };
  }

  /**
   * Passes the features to `use` one after another, by key: the gates of all take too much memory.
   * Stops at the first failure, and resolves with it; null without one. Rejects with
   * `audit_not_found`, and with `undo_impossible` for too many audits.
   */
  async each(
    target: HistoryTarget,
    use: (feature: RewoundFeature) => Promise<void>,
  ): Promise<RewindFailure | null> {
    const way = await this.#wayTo(target);
    const oldest = await this.#oldest();
    if (way.moment.until !== null && !isKept(oldest, way.moment)) {
      throw impossible("The audits of that time were removed");
    }
    const history = new FeatureHistory(this.#reads, this.#state, this.#environment);
    const slice = new EventLoopSlice();
    for await (const [key, rewind] of history.at(way.keys, way.moment, way.watch)) {
      if (rewind.failure !== null) {
        return { key, reason: rewind.failure };
      }
      const feature =
        way.watch instanceof StepWatch
          ? this.#gateRollbackOf(key, rewind, way.watch)
          : await this.#rollbackOf(key, rewind, way);
      if (!isSameState(feature.now, feature.then)) {
        await use(feature);
      }
      if (slice.isOver) {
        await slice.startNext();
      }
    }
    const oldestNow = await this.#oldest();
    if (oldestNow.sequence !== oldest.sequence && !isKept(oldestNow, way.moment)) {
      throw impossible("Audits have since been removed");
    }
    return null;
  }

  async #wayTo(target: HistoryTarget): Promise<Way> {
    if (target.kind === "at") {
      const moment = { after: 0, until: target.time };
      return { keys: [target.key], moment, watch: undoesNothing, removes: false };
    }
    const { sequence } = target;
    const { step, featureKey } = await this.#reads.audit(this.#environment.id, sequence);
    if (target.kind === "after") {
      const moment = { after: sequence, until: null };
      return { keys: [target.key], moment, watch: undoesNothing, removes: false };
    }
    if (target.kind === "gate") {
      const moment = { after: step - 1, until: null };
      return { keys: [featureKey], moment, watch: new StepWatch(step), removes: false };
    }
    const isUndone = (audit: HistoryAudit) => audit.step === step;
    const way = { watch: { isUndone }, removes: true };
    return target.scope === "record"
      ? { ...way, keys: [featureKey], moment: { after: sequence - 1, until: null } }
      : { ...way, keys: await this.#keysOf(step), moment: { after: step - 1, until: null } };
  }

  /** The features of a step, whose sequences have no gap. */
  async #keysOf(step: number): Promise<readonly string[]> {
    const keys = new Set<string>();
    let isEnd = false;
    for (let after = step - 1; !isEnd && after < this.#newest; after += stepPieceLength) {
      const { audits } = await this.#reads.page({
        environmentId: this.#environment.id,
        before: Math.min(after + stepPieceLength, this.#newest) + 1,
        after,
        limit: stepPieceLength,
        withExpressions: false,
      });
      for (const audit of audits) {
        if (audit.step === step) {
          keys.add(audit.featureKey);
        } else {
          isEnd = true;
        }
      }
    }
    return [...keys].sort(compareUtf8);
  }

  async #oldest(): Promise<OldestAudit> {
    const oldest = await this.#reads.oldest(this.#environment.id);
    return oldest ?? { sequence: this.#newest + 1, createdAt: Number.POSITIVE_INFINITY };
  }

  async #rollbackOf(key: string, rewind: FeatureRewind, way: Way): Promise<RewoundFeature> {
    const { projectId } = this.#environment;
    const featureId = findFeature(this.#state, projectId, key)?.id ?? null;
    const { later } = rewind.counts;
    // Only undoing its creation removes a feature; at an earlier moment its gates were closed.
    const { state } = rewind;
    const isNew = state.kind === "missing" && featureId !== null && !way.removes;
    const then = isNew ? this.#closed() : state;
    const removes = then.kind === "missing" && featureId !== null;
    if (removes && !rewind.hasUncreated(featureId)) {
      throw impossible(`The feature ${JSON.stringify(key)} was created in another environment`);
    }
    return {
      key,
      featureId,
      now: ownStateOf(this.#state, this.#environment, key),
      then,
      removed: rewind.removed,
      unwritten: removes ? await this.#unwrittenGates(key, featureId, later) : new Map(),
      laterCount: later,
      ...{ stayCount: 0, changedAgainCount: 0 },
    };
  }

  #gateRollbackOf(key: string, rewind: FeatureRewind, watch: StepWatch): RewoundFeature {
    const now = ownStateOf(this.#state, this.#environment, key);
    const without = watch.without(now, rewind.state);
    if (without === null) {
      throw impossible(
        "This change, or a later one, created or deleted the feature, or started or ended its own " +
          "gates here: undo everything since the change instead",
      );
    }
    const { gates, later, changedAgain } = without;
    const then: OwnState = { kind: "own", gates };
    return {
      key,
      featureId: findFeature(this.#state, this.#environment.projectId, key)?.id ?? null,
      now,
      then,
      removed: null,
      unwritten: new Map(),
      laterCount: later.undone,
      stayCount: later.stay,
      changedAgainCount: changedAgain,
    };
  }

  #closed(): OwnState {
    return this.#environment.kind === "production" ? { kind: "own", gates: closedGates } : mirrored;
  }

  /** See `FeatureRollback.unwritten`. */
  async #unwrittenGates(key: string, featureId: number, laterCount: number) {
    const unwritten = new Map<number, Gates>();
    for (const environment of this.#state.environments.values()) {
      const own =
        environment.projectId === this.#environment.projectId
          ? ownToggle(this.#state, environment, key)
          : undefined;
      if (own !== undefined) {
        const isHere = environment.id === this.#environment.id;
        const isUnwritten = isHere
          ? laterCount === 0
          : !(await this.#hasAudits(environment, key, featureId));
        if (isUnwritten) {
          unwritten.set(environment.id, own.gates);
        }
      }
    }
    return unwritten;
  }

  async #hasAudits(environment: Environment, key: string, featureId: number): Promise<boolean> {
    const audits = this.#reads.each({
      environmentId: environment.id,
      keys: [key],
      before: (this.#state.auditSequences.get(environment.id) ?? 0) + 1,
      limit: 1,
    });
    for await (const audit of audits) {
      return audit.featureId === featureId || audit.featureId === null;
    }
    return false;
  }
}

function isSameState(left: OwnState, right: OwnState): boolean {
  return (
    left.kind === right.kind &&
    (left.kind !== "own" || right.kind !== "own" || sameGates(left.gates, right.gates))
  );
}

/** Whether all audits after a moment are stored. */
function isKept({ sequence, createdAt }: OldestAudit, { after, until }: RewindLimits): boolean {
  return sequence <= after + 1 || (until !== null && createdAt <= until);
}

function impossible(reason: string): GatehouseError {
  return new GatehouseError("undo_impossible", { message: reason });
}
