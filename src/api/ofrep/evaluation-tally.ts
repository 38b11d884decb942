import type { GateKey } from "../../core/evaluation/gates.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { FlagParts } from "./flag-list.ts";

/** How often a feature was found enabled and disabled. */
export interface FlagCounts {
  enabled: number;
  disabled: number;
}

/** The counts of one environment by the keys of features, and by unknown keys. */
export interface EnvironmentCounts {
  readonly environment: Pick<Environment, "id" | "projectId">;
  readonly byKey: ReadonlyMap<string, FlagCounts>;
}

/** The same limit as in telemetry: the keys show misspellings, and must not take all memory. */
const unknownKeysMax = 1_000;

/** Adds up evaluations, such as those of one minute, by environment and feature. */
export class EvaluationTally {
  readonly #environments = new Map<number, EnvironmentTally>();

  /** The number of keys that have or may have counts, in all environments. */
  get keyCount(): number {
    return this.#environments.values().reduce((sum, { keyCount }) => sum + keyCount, 0);
  }

  countOne(environment: Environment, key: string, isEnabled: boolean): void {
    this.#of(environment).add(key, isEnabled, 1);
  }

  /** Counts the evaluation of an unknown key, which clients treat as disabled. */
  countUnknown(environment: Environment, key: string): void {
    this.#of(environment).addUnknown(key);
  }

  /** Counts an evaluation of all features; only conditional features take time. */
  countAll(
    environment: Environment,
    parts: FlagParts,
    openGates: readonly (GateKey | null)[],
  ): void {
    this.#of(environment).addAll(parts, openGates);
  }

  counts(): readonly EnvironmentCounts[] {
    return Array.from(this.#environments.values(), (tally) => tally.counts());
  }

  #of({ id, projectId }: Environment): EnvironmentTally {
    let tally = this.#environments.get(id);
    if (tally === undefined) {
      tally = new EnvironmentTally({ id, projectId });
      this.#environments.set(id, tally);
    }
    return tally;
  }
}

/** Evaluations of all features of one snapshot, not yet added to the individual counts. */
interface BulkCounts {
  readonly parts: FlagParts;
  evaluations: number;
  /** By the indexes of the conditional features. */
  readonly enabled: Float64Array;
}

class EnvironmentTally {
  readonly #environment: EnvironmentCounts["environment"];
  readonly #byKey = new Map<string, FlagCounts>();
  #unknownCount = 0;
  #bulk: BulkCounts | undefined;

  constructor(environment: EnvironmentCounts["environment"]) {
    this.#environment = environment;
  }

  get keyCount(): number {
    const { steady, conditional } = this.#bulk?.parts ?? noParts;
    return this.#byKey.size + steady.enabled.length + steady.disabled.length + conditional.length;
  }

  add(key: string, isEnabled: boolean, count: number): void {
    if (count === 0) {
      return;
    }
    let counts = this.#byKey.get(key);
    if (counts === undefined) {
      counts = { enabled: 0, disabled: 0 };
      this.#byKey.set(key, counts);
    }
    counts[isEnabled ? "enabled" : "disabled"] += count;
  }

  addUnknown(key: string): void {
    if (!this.#byKey.has(key)) {
      if (this.#unknownCount >= unknownKeysMax) {
        return;
      }
      this.#unknownCount += 1;
    }
    this.add(key, false, 1);
  }

  addAll(parts: FlagParts, openGates: readonly (GateKey | null)[]): void {
    if (this.#bulk?.parts !== parts) {
      this.#addBulk();
      this.#bulk = { parts, evaluations: 0, enabled: new Float64Array(parts.conditional.length) };
    }
    const { enabled } = this.#bulk;
    this.#bulk.evaluations += 1;
    for (let index = 0; index < openGates.length; index++) {
      if (openGates[index] !== null) {
        enabled[index] = (enabled[index] ?? 0) + 1;
      }
    }
  }

  counts(): EnvironmentCounts {
    this.#addBulk();
    return { environment: this.#environment, byKey: this.#byKey };
  }

  #addBulk(): void {
    if (this.#bulk === undefined) {
      return;
    }
    const { parts, evaluations, enabled } = this.#bulk;
    this.#bulk = undefined;
    for (const key of parts.steady.enabled) {
      this.add(key, true, evaluations);
    }
    for (const key of parts.steady.disabled) {
      this.add(key, false, evaluations);
    }
    for (const [index, { key }] of parts.conditional.entries()) {
      const times = enabled[index] ?? 0;
      this.add(key, true, times);
      this.add(key, false, evaluations - times);
    }
  }
}

const noParts = { steady: { enabled: [], disabled: [] }, conditional: [] } as const;
