import { FeatureRewind } from "../commands/feature-rewind.ts";
import type { FeatureRollback } from "../commands/rollback-commands.ts";
import { GatehouseError } from "../errors.ts";
import { EventLoopTurns } from "../event-loop/event-loop-turns.ts";
import type { HistoryAudit } from "../model/audit.ts";
import type { Environment } from "../model/environment.ts";
import { mirrored, type OwnState, ownStateOf } from "../model/own-state.ts";
import type { State } from "../model/state.ts";
import { findFeature, ownToggle, productionOf } from "../model/state-lookups.ts";
import { compareUtf8 } from "../text/compare-utf8.ts";
import { sameGates } from "../toggles/gate-change.ts";
import { closedGates, type Gates } from "../toggles/gates.ts";
import type { HistoryReads } from "./history-reads.ts";
import type { HistoryTarget } from "./history-types.ts";

/** Bounds the time of a rollback to an early moment; other features can be rolled back one by one. */
const takenBackMax = 1_000_000;
/** A selection of more features reads the audits of all. */
const indexedKeysMax = 100;

/** A feature that a rollback changes. */
export interface RewoundFeature extends FeatureRollback {
  /** See `RollbackDifference.laterCount`. */
  readonly laterCount: number;
}

export interface Rewound {
  /** Features that change, by key. */
  readonly features: readonly RewoundFeature[];
  /** Why the state is not known for a feature; null if it is for all. */
  readonly failure: { readonly key: string; readonly reason: string } | null;
  /** The audit of the target; undefined for a time. */
  readonly target: number | undefined;
}

/** Which audits are taken back, from the newest one down. */
interface Way {
  /** The sequence that is not taken back any more. */
  readonly after: number;
  /** The time from which audits stay; null for none. */
  readonly until: number | null;
  readonly keys: readonly string[] | null;
  readonly isUndone: (audit: HistoryAudit) => boolean;
  /** Whether features without undone audits stay as they are. */
  readonly onlyUndone: boolean;
  readonly target: number | undefined;
}

/**
 * Rebuilds the features of an environment as they were at an earlier moment, from the state of now
 * and the audits since. Uses exactly the audits that are in `state`, also if newer ones are stored.
 */
export class HistoryRewinder {
  readonly #reads: HistoryReads;
  readonly #state: State;
  readonly #environment: Environment;
  readonly #newest: number;
  readonly #rewinds = new Map<string, FeatureRewind>();

  constructor(reads: HistoryReads, state: State, environment: Environment) {
    this.#reads = reads;
    this.#state = state;
    this.#environment = environment;
    this.#newest = state.auditSequences.get(environment.id) ?? 0;
  }

  /** Rejects with `audit_not_found`, and with `undo_impossible` for too many audits. */
  async rewind(target: HistoryTarget): Promise<Rewound> {
    const way = await this.#wayTo(target);
    await this.#takeBack(way);
    const rewound = [...this.#rewinds].filter(
      ([, { counts }]) => !way.onlyUndone || counts.undone > 0,
    );
    const failed = rewound.find(([, { failure }]) => failure !== null);
    const features: RewoundFeature[] = [];
    const turns = new EventLoopTurns();
    if (failed === undefined) {
      for (const [key, rewind] of rewound) {
        const feature = await this.#rollbackOf(key, rewind, way);
        if (!isSameState(feature.now, feature.then)) {
          features.push(feature);
        }
        if (turns.isDue) {
          await turns.take();
        }
      }
    }
    return {
      features: features.sort((left, right) => compareUtf8(left.key, right.key)),
      failure:
        failed === undefined ? null : { key: failed[0], reason: failed[1].failure ?? "unknown" },
      target: way.target,
    };
  }

  async #wayTo(target: HistoryTarget): Promise<Way> {
    const { id } = this.#environment;
    if (target.kind === "at") {
      const { time: until, keys } = target;
      await this.#requireKept(until);
      const way = { isUndone: () => false, onlyUndone: false, target: undefined };
      return { ...way, after: 0, until, keys };
    }
    const { sequence } = target;
    const audit = await this.#reads.audit(id, sequence);
    const { step, featureKey } = audit;
    const isUndone = (each: HistoryAudit) => each.step === step;
    if (target.kind === "after") {
      const way = { isUndone: () => false, onlyUndone: false, target: sequence };
      return { ...way, after: sequence, until: null, keys: target.keys };
    }
    const way = { isUndone, onlyUndone: true, until: null, target: sequence };
    return target.scope === "record"
      ? { ...way, after: sequence - 1, keys: [featureKey] }
      : { ...way, after: step - 1, keys: null };
  }

  async #takeBack({ after, until, keys, isUndone }: Way): Promise<void> {
    if (keys === null && until === null && this.#newest - after > takenBackMax) {
      throw tooMany();
    }
    const wanted = keys === null ? null : new Set(keys);
    const isIndexed = keys !== null && keys.length <= indexedKeysMax;
    const audits = this.#reads.each({
      environmentId: this.#environment.id,
      keys: isIndexed ? keys : null,
      before: this.#newest + 1,
      after,
    });
    let count = 0;
    for await (const audit of audits) {
      if (until !== null && audit.createdAt <= until) {
        return;
      }
      if (wanted?.has(audit.featureKey) ?? true) {
        count++;
        if (count > takenBackMax) {
          throw tooMany();
        }
        await this.#takeAuditBack(audit, isUndone(audit));
      }
    }
  }

  /** Throws if audits after a time may have been removed. */
  async #requireKept(time: number): Promise<void> {
    const oldest = await this.#reads.oldest(this.#environment.id);
    const isKept = oldest === undefined ? this.#newest === 0 : oldest.sequence === 1;
    if (!isKept && (oldest === undefined || oldest.createdAt > time)) {
      throw impossible("The audits of that time were removed");
    }
  }

  async #takeAuditBack(listed: HistoryAudit, isUndone: boolean): Promise<void> {
    const rewind = this.#rewindOf(listed.featureKey);
    const isRead = listed.difference === "large" && rewind.failure === null;
    // Before all else, as a large difference may be the removal that tells of the feature.
    const audit = isRead ? await this.#reads.audit(this.#environment.id, listed.sequence) : listed;
    const unknown = rewind.unknownFeature(audit);
    if (unknown !== null) {
      rewind.setRemoved(unknown, await this.#removalElsewhere(audit.featureKey, unknown));
    }
    rewind.takeBack(audit, isUndone);
  }

  #rewindOf(key: string): FeatureRewind {
    let rewind = this.#rewinds.get(key);
    if (rewind === undefined) {
      const feature = findFeature(this.#state, this.#environment.projectId, key);
      const now = ownStateOf(this.#state, this.#environment, key);
      rewind = new FeatureRewind(this.#environment.id, now, feature?.id ?? null);
      this.#rewinds.set(key, rewind);
    }
    return rewind;
  }

  /** Features are removed in Production, but for those that a rollback elsewhere had created. */
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
    // Only undoing its creation removes a feature: at an earlier moment it was closed.
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

function tooMany(): GatehouseError {
  return impossible(`More than ${takenBackMax} changes would be taken back`);
}

function impossible(reason: string): GatehouseError {
  return new GatehouseError("undo_impossible", reason);
}
