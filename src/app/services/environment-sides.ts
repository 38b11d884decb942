import type { HistoryAudit } from "../../core/model/audit.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { OwnState } from "../../core/model/own-state.ts";
import type { State } from "../../core/model/state.ts";
import { quote } from "../../core/text/quote.ts";
import type { FeatureRewind, RemovedFeature } from "../commands/feature-rewind.ts";
import { impossible } from "./audit-at-time.ts";
import { FeatureHistory } from "./feature-history.ts";
import type { HistoryReads } from "./history-reads.ts";

/** What the audits of one environment say about a feature at an earlier moment. */
export interface FeatureSide {
  readonly state: OwnState;
  /** The feature of the state; null if there was none. */
  readonly featureId: number | null;
  /** Whether a feature was created here after the moment. */
  readonly wasCreatedLater: (featureId: number) => boolean;
  /** What the feature of the state had everywhere at its removal, if that is after the moment. */
  readonly removed: RemovedFeature | null;
}

/**
 * Rewinds features of one environment to one moment or several. `afters` are the sequences of the
 * latest audits that existed then, latest first.
 */
export class EnvironmentSides {
  readonly environment: Environment;
  readonly #history: FeatureHistory;
  readonly #afters: readonly number[];
  readonly #sides = new Map<string, readonly FeatureSide[]>();

  constructor(
    reads: HistoryReads,
    state: State,
    environment: Environment,
    afters: readonly number[],
  ) {
    this.environment = environment;
    this.#history = new FeatureHistory(reads, state, environment);
    this.#afters = afters;
  }

  /** Rejects with `undo_impossible` if the past of a feature is unknown. */
  async load(keys: readonly string[]): Promise<void> {
    const moment = { after: this.#afters.at(-1) ?? 0, until: null };
    let passed: FeatureSide[] = [];
    const onReached = ({ sequence }: HistoryAudit, rewind: FeatureRewind) => {
      for (const after of this.#afters.slice(passed.length, -1)) {
        if (sequence <= after) {
          passed.push(sideOf(rewind));
        }
      }
    };
    const watch = { isUndone: () => false, onReached };
    for await (const [key, rewind] of this.#history.at(keys, moment, watch)) {
      if (rewind.failure !== null) {
        throw impossible(`The earlier gates of ${quote(key)} are not known: ${rewind.failure}`);
      }
      const side = sideOf(rewind);
      this.#sides.set(
        key,
        this.#afters.map((_after, place) => passed[place] ?? side),
      );
      passed = [];
    }
  }

  /** The feature at the moments; undefined unless it is loaded. */
  of(key: string): readonly FeatureSide[] | undefined {
    return this.#sides.get(key);
  }

  drop(keys: readonly string[]): void {
    for (const key of keys) {
      this.#sides.delete(key);
    }
  }
}

function sideOf(rewind: FeatureRewind): FeatureSide {
  const { state, featureId, removed } = rewind;
  const created = rewind.uncreated();
  return { state, featureId, removed, wasCreatedLater: (id) => created.has(id) };
}
