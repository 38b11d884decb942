import { GatehouseError } from "../../core/errors.ts";
import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Environment } from "../../core/model/environment.ts";
import { ownStateOf } from "../../core/model/own-state.ts";
import type { State } from "../../core/model/state.ts";
import { findFeature, productionOf } from "../../core/model/state-lookups.ts";
import { collectBetweenParts } from "../../core/scheduling/count-long-work.ts";
import { FeatureRewind } from "../commands/feature-rewind.ts";
import type { HistoryReads } from "./history-reads.ts";

/** Bounds the time of a rollback to an early moment. */
const undoneMax = 1_000_000;
/** The audits of this many features are read at once, if they are few. */
const keysAtOnce = 100;
/** How many large differences are read before their memory is collected. */
const largeReadsMax = 8;

export interface RewindLimits {
  /** The sequence before the first audit that did not exist then. */
  readonly after: number;
  /** The latest audit up to this time existed then, and all before it; null for no time. */
  readonly until: number | null;
}

/** Follows the audits of a rewind. */
export interface RewindWatch {
  /** Whether the audit belongs to the change that the caller undoes. */
  readonly isUndone: (audit: HistoryAudit) => boolean;
  /** Called for each audit, with what the environment has after it. */
  readonly onReached?: (audit: HistoryAudit, rewind: FeatureRewind) => void;
  /** Called before an audit is undone, with its whole difference. */
  readonly onAudit?: (audit: HistoryAudit, rewind: FeatureRewind) => void;
}

/**
 * Finds what an environment had of a feature at an earlier moment, from the current state and the
 * audits of this feature since. Uses exactly the audits that are in `state`, even if later ones are
 * stored.
 */
export class FeatureHistory {
  readonly #reads: HistoryReads;
  readonly #state: State;
  readonly #environment: Environment;
  #undoneCount = 0;
  #largeReads = 0;

  constructor(reads: HistoryReads, state: State, environment: Environment) {
    this.#reads = reads;
    this.#state = state;
    this.#environment = environment;
  }

  /**
   * Features at a moment, one after another. Rejects with `undo_impossible` if too many audits are
   * undone.
   */
  async *at(
    keys: readonly string[],
    moment: RewindLimits,
    watch: RewindWatch,
  ): AsyncGenerator<readonly [string, FeatureRewind], void> {
    const { id: environmentId } = this.#environment;
    const since = {
      environmentId,
      before: this.#sequenceIn(this.#environment) + 1,
      after: moment.after,
      withExpressions: false,
    };
    for (let start = 0; start < keys.length; start += keysAtOnce) {
      const some = keys.slice(start, start + keysAtOnce);
      const { audits, next } = await this.#reads.page({ ...since, keys: some });
      const byKey = next === null ? Map.groupBy(audits, (audit) => audit.featureKey) : null;
      for (const key of some) {
        const ofKey =
          byKey === null ? this.#reads.each({ ...since, keys: [key] }) : (byKey.get(key) ?? []);
        yield [key, await this.#rewind(key, ofKey, moment, watch)];
      }
    }
  }

  async #rewind(
    key: string,
    audits: Iterable<HistoryAudit> | AsyncIterable<HistoryAudit>,
    { until }: RewindLimits,
    watch: RewindWatch,
  ): Promise<FeatureRewind> {
    const feature = findFeature(this.#state, this.#environment.projectId, key);
    const now = ownStateOf(this.#state, this.#environment, key);
    const rewind = new FeatureRewind(this.#environment.id, now, feature?.id ?? null);
    for await (const audit of audits) {
      if (rewind.failure !== null || (until !== null && audit.createdAt <= until)) {
        break;
      }
      this.#undoneCount++;
      if (this.#undoneCount > undoneMax) {
        throw new GatehouseError("undo_impossible", {
          message: `More than ${undoneMax} changes would be undone`,
        });
      }
      await this.#takeBack(rewind, audit, watch);
    }
    return rewind;
  }

  async #takeBack(rewind: FeatureRewind, listed: HistoryAudit, watch: RewindWatch): Promise<void> {
    watch.onReached?.(listed, rewind);
    // First, as a large difference may be the removal that identifies the feature.
    const audit = listed.difference === "large" ? await this.#withLarge(listed) : listed;
    const unknown = rewind.unknownFeature(audit);
    if (unknown !== null) {
      rewind.setRemoved(unknown, await this.#removalElsewhere(audit.featureKey, unknown));
    }
    watch.onAudit?.(audit, rewind);
    rewind.takeBack(audit, watch.isUndone(audit));
  }

  async #withLarge({ sequence }: HistoryAudit): Promise<HistoryAudit> {
    this.#largeReads++;
    if (this.#largeReads % largeReadsMax === 0) {
      await collectBetweenParts();
    }
    return this.#reads.audit(this.#environment.id, sequence, false);
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
}
