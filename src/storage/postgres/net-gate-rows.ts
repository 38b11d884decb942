import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import { difference } from "../../core/evaluation/sorted-set.ts";
import type { Change } from "../../core/model/change.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { State } from "../../core/model/state.ts";
import type { Batch } from "../storage.ts";
import type { WrittenRows } from "./written-rows.ts";

interface TouchedGates {
  readonly environmentId: number;
  readonly feature: Feature;
}

/** Small enough to yield to other work between two rows of a large gate. */
const membersPerRow = 1_000;

/** The rows of gates that a batch writes. */
export class NetGateRows {
  readonly #savedFeatures = new Set<number>();
  readonly #removedFeatures = new Set<number>();
  readonly #removedEnvironments = new Set<number>();
  /** The touched gates of each environment, by the id of the feature. */
  readonly #gates = new Map<number, Map<number, TouchedGates>>();

  apply(change: Change): void {
    switch (change.kind) {
      case "feature.saved":
        this.#savedFeatures.add(change.feature.id);
        break;
      case "feature.removed":
        this.#removedFeatures.add(change.feature.id);
        break;
      case "environment.deleted":
        this.#removedEnvironments.add(change.environmentId);
        break;
      case "gates.written":
      case "override.dropped":
        this.#touch(change);
        break;
      default:
        break;
    }
  }

  *rows({ before, after }: Batch): WrittenRows {
    for (const ofEnvironment of this.#gates.values()) {
      for (const touched of ofEnvironment.values()) {
        const { environmentId, feature } = touched;
        const isRemoved =
          this.#removedFeatures.has(feature.id) || this.#removedEnvironments.has(environmentId);
        if (isRemoved && !has(after, touched)) {
          continue;
        }
        // A feature that this batch does not save already existed.
        const isNew = isRemoved || (this.#savedFeatures.has(feature.id) && !has(before, touched));
        yield* gateRows(
          { environment_id: environmentId, feature_id: feature.id },
          isNew ? null : ownGates(before, touched),
          ownGates(after, touched),
        );
      }
    }
  }

  #touch({ environmentId, feature }: TouchedGates): void {
    let ofEnvironment = this.#gates.get(environmentId);
    if (ofEnvironment === undefined) {
      ofEnvironment = new Map();
      this.#gates.set(environmentId, ofEnvironment);
    }
    ofEnvironment.set(feature.id, { environmentId, feature });
  }
}

/** Whether a state has this feature, not another one with its key, and the environment. */
function has(state: State, { environmentId, feature: { id, projectId, key } }: TouchedGates) {
  return (
    state.features.get(projectId)?.get(key)?.id === id && state.environments.has(environmentId)
  );
}

function ownGates(state: State, { environmentId, feature }: TouchedGates): Gates | null {
  return state.toggles.get(environmentId)?.get(feature.key)?.gates ?? null;
}

interface GateIds {
  readonly environment_id: number;
  readonly feature_id: number;
}

function* gateRows(ids: GateIds, before: Gates | null, after: Gates | null): WrittenRows {
  if (after === null) {
    if (before !== null) {
      yield ["gates removed", { ...ids }];
    }
    return;
  }
  if (before === null || !sameScalars(before, after)) {
    yield [
      "gates",
      {
        ...ids,
        boolean: after.boolean,
        expression: after.expression === null ? null : JSON.stringify(after.expression),
        percentage_of_actors: after.percentageOfActors,
        percentage_of_time: after.percentageOfTime,
      },
      after.expression === null,
    ];
  }
  for (const gate of ["groups", "actors"] as const) {
    const [known, wanted] = [(before ?? closedGates)[gate], after[gate]];
    if (wanted.length === 0) {
      if (known.length > 0) {
        yield ["members cleared", { ...ids, gate }];
      }
      continue;
    }
    for (const members of portionsOf(difference(known, wanted))) {
      yield ["members removed", { ...ids, gate, members }];
    }
    for (const members of portionsOf(difference(wanted, known))) {
      yield ["members added", { ...ids, gate, members }];
    }
  }
}

function* portionsOf(values: readonly string[]): Generator<readonly string[], void> {
  for (let start = 0; start < values.length; start += membersPerRow) {
    yield values.slice(start, start + membersPerRow);
  }
}

function sameScalars(before: Gates, after: Gates): boolean {
  return (
    before.boolean === after.boolean &&
    before.expression === after.expression &&
    before.percentageOfActors === after.percentageOfActors &&
    before.percentageOfTime === after.percentageOfTime
  );
}
