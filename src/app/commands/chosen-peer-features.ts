import { sameGates } from "../../core/evaluation/gate-change.ts";
import type { Gates, ListedGates } from "../../core/evaluation/gates.ts";
import { setOfSorted } from "../../core/evaluation/sorted-set.ts";
import type { Argument } from "../../core/expressions/expression.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle, findFeature } from "../../core/model/state-lookups.ts";
import type { PeerFeature } from "../../core/peers/peer-import.ts";
import type { ReadPeerImport } from "../imports/read-peer-import.ts";

/**
 * What an import does with a feature of another system:
 * - `written`: it gets the gates of the import.
 * - `kept`: it exists with other gates, and is not overwritten.
 * - `left_out`: it refers to a feature that does not get the gates of the import.
 * - `retired`: its key is retired.
 * - `dropped`: it cannot be imported.
 */
export type PeerOutcome = "written" | "kept" | "left_out" | "retired" | "dropped";

export interface ChosenPeerFeature {
  readonly feature: PeerFeature;
  readonly outcome: PeerOutcome;
}

/** Decides by the current state which features an import writes, in steps of a feature. */
export function* chosenPeerFeatures(
  state: State,
  { environment }: Caller,
  { features, isFlipper }: ReadPeerImport,
  overwrites: boolean,
): Generator<void, readonly ChosenPeerFeature[]> {
  const retired = state.retiredKeys.get(environment.projectId);
  const outcomes = new Map<PeerFeature, PeerOutcome>();
  const same = new Set<string>();
  for (const feature of features) {
    const { key, gates } = feature;
    const known = findFeature(state, environment.projectId, key) !== undefined;
    if (gates === null) {
      outcomes.set(feature, "dropped");
    } else if (retired?.has(key) === true) {
      outcomes.set(feature, "retired");
    } else if (
      known &&
      !(overwrites || isFlipper) &&
      !sameGates(effectiveToggle(state, environment, key).gates, gatesToStore(gates))
    ) {
      outcomes.set(feature, "kept");
    } else {
      outcomes.set(feature, "written");
      same.add(key);
    }
    yield;
  }
  yield* leaveOutReferring(outcomes, same, isFlipper);
  return features.map((feature) => ({ feature, outcome: outcomes.get(feature) ?? "dropped" }));
}

/**
 * A reference to a feature with other gates could enable more than in the other system. An export of
 * Flipper may refer to a feature that it lacks, as POST /import allows.
 */
function* leaveOutReferring(
  outcomes: Map<PeerFeature, PeerOutcome>,
  same: Set<string>,
  isFlipper: boolean,
): Generator<void, void> {
  const referring = new Map<string, PeerFeature[]>();
  const inFile = new Set<string>();
  for (const feature of outcomes.keys()) {
    inFile.add(feature.key);
    for (const key of referencesOf(feature)) {
      const features = referring.get(key) ?? [];
      features.push(feature);
      referring.set(key, features);
    }
    yield;
  }
  const others = [...referring.keys()].filter(
    (key) => !same.has(key) && (inFile.has(key) || !isFlipper),
  );
  // Grows by each feature that is left out.
  for (const key of others) {
    for (const feature of referring.get(key) ?? []) {
      if (outcomes.get(feature) === "written") {
        outcomes.set(feature, "left_out");
        same.delete(feature.key);
        others.push(feature.key);
      }
      yield;
    }
  }
}

export function gatesToStore(gates: ListedGates): Gates {
  return { ...gates, actors: setOfSorted(gates.actors), groups: setOfSorted(gates.groups) };
}

function referencesOf({ gates }: PeerFeature): readonly string[] {
  const keys: string[] = [];
  const collect = (argument: Argument) => {
    if (typeof argument === "object") {
      const [key] = argument.FeatureEnabled ?? [];
      if (typeof key === "string") {
        keys.push(key);
      }
      for (const each of Object.values(argument).flat()) {
        collect(each);
      }
    }
  };
  if (gates !== null && gates.expression !== null) {
    collect(gates.expression);
  }
  return keys;
}
