import { gateBytes } from "../../core/evaluation/gate-bytes.ts";
import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle, findFeature } from "../../core/model/state-lookups.ts";
import {
  projectLimits,
  refuseTooManyActors,
  refuseTooManyBytes,
  refuseTooManyFeatures,
} from "./quotas.ts";

/** The content that an import would store, compared with the quotas feature by feature. */
export class ImportSize {
  readonly #state: State;
  readonly #caller: Caller;
  readonly #limits;
  #features = 0;
  #bytes = 0;

  constructor(state: State, caller: Caller) {
    this.#state = state;
    this.#caller = caller;
    this.#limits = projectLimits(state, caller.environment.projectId);
  }

  /** Adds the gates of a feature. Throws `quota_exceeded` as soon as a quota is exceeded. */
  add(key: string, gates: Gates): void {
    const { environment } = this.#caller;
    const isKnown = findFeature(this.#state, environment.projectId, key) !== undefined;
    const before = isKnown ? effectiveToggle(this.#state, environment, key).gates : closedGates;
    refuseTooManyActors(this.#limits, before, gates);
    this.#features++;
    this.#bytes += gateBytes(key, gates);
    refuseTooManyFeatures(this.#state, environment.projectId, this.#features);
    refuseTooManyBytes(this.#state, environment, this.#bytes);
  }
}
