import { Toggle } from "../../core/evaluation/toggle.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle, findFeature } from "../../core/model/state-lookups.ts";
import type { GatesThen } from "./feature-then.ts";
import type { PastMoment } from "./past-moment.ts";

/** The gates in force of an environment's features at a moment of the past, for checks. */
export class PastSnapshot {
  readonly moment: PastMoment;
  readonly #state: State;
  /** Undefined for a feature that did not exist. */
  readonly #toggles = new Map<string, Toggle | undefined>();
  readonly #mirrored = new Set<string>();
  readonly #wanted = new Set<string>();

  constructor(moment: PastMoment, state: State) {
    this.moment = moment;
    this.#state = state;
  }

  /** How many features are known, also those that did not exist. */
  get knownCount(): number {
    return this.#toggles.size;
  }

  add(key: string, then: GatesThen | null): void {
    this.#toggles.set(key, then === null ? undefined : this.#toggleOf(key, then));
    if (then?.isMirrored === true) {
      this.#mirrored.add(key);
    }
  }

  find(key: string): Toggle | undefined {
    if (!this.#toggles.has(key)) {
      this.#wanted.add(key);
    }
    return this.#toggles.get(key);
  }

  /** All known features that existed, in the order in which they were added. */
  *eachToggle(): Generator<Toggle> {
    for (const toggle of this.#toggles.values()) {
      if (toggle !== undefined) {
        yield toggle;
      }
    }
  }

  isMirrored(key: string): boolean {
    return this.#mirrored.has(key);
  }

  /** The keys that `find` did not know since the last call. */
  takeWanted(): readonly string[] {
    const wanted = [...this.#wanted];
    this.#wanted.clear();
    return wanted;
  }

  /** The current toggle if its gates are the same, as it keeps what checks derive from it. */
  #toggleOf(key: string, { gates }: GatesThen): Toggle {
    const { environment } = this.moment;
    const feature = findFeature(this.#state, environment.projectId, key);
    const current = feature && effectiveToggle(this.#state, environment, key);
    return current?.gates === gates ? current : new Toggle(key, gates);
  }
}
