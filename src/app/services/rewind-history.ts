import { GatehouseError } from "../../core/errors.ts";
import { sameGates } from "../../core/evaluation/gate-change.ts";
import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Environment } from "../../core/model/environment.ts";
import { mirrored, type OwnState, ownStateOf } from "../../core/model/own-state.ts";
import type { State } from "../../core/model/state.ts";
import { findFeature, ownToggle, productionOf } from "../../core/model/state-lookups.ts";
import { collectBetweenParts } from "../../core/scheduling/count-long-work.ts";
import { EventLoopSlice } from "../../core/scheduling/event-loop-slice.ts";
import { compareUtf8 } from "../../core/text/compare-utf8.ts";
import { FeatureRewind } from "../commands/feature-rewind.ts";
import type { FeatureRollback } from "../commands/rollback-commands.ts";
import type { HistoryReads } from "./history-reads.ts";
import type { HistoryTarget } from "./history-types.ts";
import { RollbackSteps, type TouchedFeature, type Way } from "./rollback-steps.ts";

/** How many features are rebuilt at once: the gates of all take too much memory. */
const pageMax = 100;
/** How many large differences are read for a page. */
const largePageMax = 8;

/** A feature that a rollback changes. */
export interface RewoundFeature extends FeatureRollback {
  /** See `RollbackDifference.laterCount`. */
  readonly laterCount: number;
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

/**
 * Rebuilds the features of an environment at an earlier moment, from the current state and the
 * audits since. Uses exactly the audits that are in `state`, even if later ones are stored.
 */
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

  /** All features together. Rejects as `eachPage` does. */
  async rewind(target: HistoryTarget): Promise<Rewound> {
    const features: RewoundFeature[] = [];
    const failure = await this.eachPage(target, async (page) => {
      features.push(...page);
    });
    return failure === null ? { features, failure } : { features: [], failure };
  }

  /**
   * Passes the features to `use` page by page, so that the gates of only one page take memory at a
   * time. Stops at the first failure, and resolves with it; null without one. Rejects with
   * `audit_not_found`, and with `undo_impossible` for too many audits.
   */
  async eachPage(
    target: HistoryTarget,
    use: (features: readonly RewoundFeature[]) => Promise<void>,
  ): Promise<RewindFailure | null> {
    const ways = new RollbackSteps(this.#reads, this.#environment, this.#newest);
    const { way, touched } = await ways.to(target);
    for (const page of pagesOf(touched)) {
      const failure = await this.#usePage(page, way, use);
      if (failure !== null) {
        return failure;
      }
      await collectBetweenParts();
    }
    return null;
  }

  /** A separate function, so that nothing refers to the page when garbage is collected. */
  async #usePage(
    touched: readonly TouchedFeature[],
    way: Way,
    use: (features: readonly RewoundFeature[]) => Promise<void>,
  ): Promise<RewindFailure | null> {
    const { features, failure } = await this.#page(touched, way);
    if (failure === null) {
      await use(features);
    }
    return failure;
  }

  async #page(touched: readonly TouchedFeature[], way: Way): Promise<Rewound> {
    const rewinds = new Map(touched.map(({ key }) => [key, this.#rewindOf(key)]));
    const audits = this.#reads.each({
      environmentId: this.#environment.id,
      keys: [...rewinds.keys()],
      before: this.#newest + 1,
      after: way.after,
    });
    for await (const audit of audits) {
      const rewind = rewinds.get(audit.featureKey);
      if (rewind !== undefined) {
        await this.#takeBack(rewind, audit, way.isUndone(audit));
      }
    }
    const features: RewoundFeature[] = [];
    const slice = new EventLoopSlice();
    for (const { key, auditCount } of touched) {
      const rewind = rewinds.get(key) ?? this.#rewindOf(key);
      if (rewind.failure !== null) {
        return { features: [], failure: { key, reason: rewind.failure } };
      }
      if (rewind.counts.undone + rewind.counts.later !== auditCount) {
        throw impossible("Audits have since been removed");
      }
      const feature = await this.#rollbackOf(key, rewind, way);
      if (!isSameState(feature.now, feature.then)) {
        features.push(feature);
      }
      if (slice.isOver) {
        await slice.startNext();
      }
    }
    return { features, failure: null };
  }

  async #takeBack(rewind: FeatureRewind, listed: HistoryAudit, isUndone: boolean): Promise<void> {
    const isRead = listed.difference === "large" && rewind.failure === null;
    // First, as a large difference may be the removal that identifies the feature.
    const audit = isRead
      ? await this.#reads.audit(this.#environment.id, listed.sequence, false)
      : listed;
    const unknown = rewind.unknownFeature(audit);
    if (unknown !== null) {
      rewind.setRemoved(unknown, await this.#removalElsewhere(audit.featureKey, unknown));
    }
    rewind.takeBack(audit, isUndone);
  }

  #rewindOf(key: string): FeatureRewind {
    const feature = findFeature(this.#state, this.#environment.projectId, key);
    const now = ownStateOf(this.#state, this.#environment, key);
    return new FeatureRewind(this.#environment.id, now, feature?.id ?? null);
  }

  /** Features are removed in Production, except if a rollback elsewhere had created them. */
  async #removalElsewhere(key: string, featureId: number) {
    const production = productionOf(this.#state, this.#environment.projectId);
    return production.id === this.#environment.id
      ? null
      : this.#reads.removalOf(production.id, key, featureId, this.#sequenceIn(production) + 1);
  }

  #sequenceIn({ id }: Environment): number {
    return this.#state.auditSequences.get(id) ?? 0;
  }

  async #rollbackOf(
    key: string,
    rewind: FeatureRewind,
    { onlyUndone }: Way,
  ): Promise<RewoundFeature> {
    const { projectId } = this.#environment;
    const featureId = findFeature(this.#state, projectId, key)?.id ?? null;
    const { later } = rewind.counts;
    // Only undoing its creation removes a feature; at an earlier moment its gates were closed.
    const { state } = rewind;
    const isNew = state.kind === "missing" && featureId !== null && !onlyUndone;
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
      before: this.#sequenceIn(environment) + 1,
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

function* pagesOf(touched: readonly TouchedFeature[]): Generator<readonly TouchedFeature[], void> {
  let page: TouchedFeature[] = [];
  let largeCount = 0;
  for (const feature of touched.toSorted((left, right) => compareUtf8(left.key, right.key))) {
    const isFull = largeCount + feature.largeCount > largePageMax || page.length === pageMax;
    if (isFull && page.length > 0) {
      yield page;
      page = [];
      largeCount = 0;
    }
    page.push(feature);
    largeCount += feature.largeCount;
  }
  if (page.length > 0) {
    yield page;
  }
}

function impossible(reason: string): GatehouseError {
  return new GatehouseError("undo_impossible", { message: reason });
}
