import type { MeasuredValue, Snapshot } from "../../app/snapshots/snapshot.ts";
import { SnapshotMemo } from "../../app/snapshots/snapshot-memo.ts";
import { type Gates, isClosed } from "../../core/evaluation/gates.ts";
import { runSteps } from "../../core/evaluation/run-steps.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import { isUnsteady } from "../../core/expressions/is-unsteady.ts";

/** The parts of an evaluation of all features that are the same for every context. */
export interface FlagParts {
  /** The keys of the features whose results are the same for every context. */
  readonly steady: { readonly enabled: readonly string[]; readonly disabled: readonly string[] };
  /** The features whose results depend on the context, sorted by their keys. */
  readonly conditional: readonly Toggle[];
  /** Whether a result may change without a change of features or context: by time or chance. */
  readonly isUnsteady: boolean;
  /** Whether a feature is enabled for a group. */
  readonly hasGroups: boolean;
}

const togglesPerStep = 256;
const bytesPerFeature = 8;

/** The features of a snapshot, grouped by what their results depend on (docs/api.md#ofrep). */
export class FlagList implements MeasuredValue {
  readonly #snapshot: Snapshot;
  #parts: FlagParts | undefined;

  constructor(snapshot: Snapshot) {
    this.#snapshot = snapshot;
  }

  /** An estimate, in bytes of memory. */
  get keptBytes(): number {
    const { steady, conditional } = this.#parts ?? emptyParts;
    return bytesPerFeature * (steady.enabled.length + steady.disabled.length + conditional.length);
  }

  /** Undefined until it is built. */
  get built(): FlagParts | undefined {
    return this.#parts;
  }

  get parts(): FlagParts {
    return this.#parts ?? runSteps(this.build());
  }

  /** Some features in each step. */
  *build(): Generator<void, FlagParts> {
    if (this.#parts === undefined) {
      this.#parts = yield* partsOf(this.#snapshot.eachToggle());
      this.#snapshot.reportResized();
    }
    return this.#parts;
  }
}

export const flagLists = new SnapshotMemo((snapshot) => new FlagList(snapshot));

/** Whether the result is the same for every context. */
export function isSteady(gates: Gates): boolean {
  return gates.boolean || isClosed(gates);
}

const emptyParts: FlagParts = {
  steady: { enabled: [], disabled: [] },
  conditional: [],
  isUnsteady: false,
  hasGroups: false,
};

function* partsOf(toggles: Iterable<Toggle>): Generator<void, FlagParts> {
  const steady: { enabled: string[]; disabled: string[] } = { enabled: [], disabled: [] };
  const conditional: Toggle[] = [];
  const seen = { isUnsteady: false, hasGroups: false };
  let count = 0;
  for (const toggle of toggles) {
    const { key, gates } = toggle;
    if (isSteady(gates)) {
      (gates.boolean ? steady.enabled : steady.disabled).push(key);
    } else {
      conditional.push(toggle);
      seen.isUnsteady ||= isUnsteadyFeature(gates);
      seen.hasGroups ||= gates.groups.length > 0;
    }
    count++;
    if (count % togglesPerStep === 0) {
      yield;
    }
  }
  return { steady, conditional, ...seen };
}

function isUnsteadyFeature({ percentageOfTime, expression }: Gates): boolean {
  return (
    (percentageOfTime > 0 && percentageOfTime < 100) ||
    (expression !== null && isUnsteady(expression))
  );
}
