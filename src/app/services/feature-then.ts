import { closedGates, type Gates } from "../../core/evaluation/gates.ts";
import type { Environment } from "../../core/model/environment.ts";
import { mirrored, type OwnState } from "../../core/model/own-state.ts";
import type { FeatureSide } from "./environment-sides.ts";

/** A feature at an earlier moment, from the audits of Production and of the asked environment. */
export interface BothSides {
  readonly production: FeatureSide;
  /** Null if Production is asked. */
  readonly here: FeatureSide | null;
  readonly environment: Environment;
  readonly productionId: number;
  /** When the feature was created; undefined if nothing says so. */
  readonly createdAt: (featureId: number) => number | undefined;
  readonly time: number;
}

/** The gates in force, and whether the environment followed Production; null without the feature. */
export interface GatesThen {
  readonly gates: Gates;
  readonly isMirrored: boolean;
}

/**
 * A feature is created and removed for all environments, but audited in one. So both sides together
 * say which feature existed, and the side that knows it says what it had.
 */
export function gatesThen(both: BothSides): GatesThen | null {
  const { production, here, environment, productionId } = both;
  const featureId = featureThen(both);
  if (featureId === null) {
    return null;
  }
  const ofProduction = stateOf(featureId, productionId, production, here);
  const shared = ofProduction.kind === "own" ? ofProduction.gates : closedGates;
  if (here === null) {
    return { gates: shared, isMirrored: false };
  }
  const own = stateOf(featureId, environment.id, here, production);
  return own.kind === "own"
    ? { gates: own.gates, isMirrored: false }
    : { gates: shared, isMirrored: true };
}

function featureThen({ production, here, createdAt, time }: BothSides): number | null {
  const sides = here === null ? [production] : [production, here];
  const existing = sides
    .flatMap(({ featureId }) => featureId ?? [])
    .filter(
      (id) => sides.every((side) => !side.wasCreatedLater(id)) && (createdAt(id) ?? time) <= time,
    );
  return existing.length === 0 ? null : Math.max(...existing);
}

/** Audits of the environment itself, otherwise what it had when the feature was removed. */
function stateOf(
  featureId: number,
  environmentId: number,
  own: FeatureSide,
  other: FeatureSide | null,
): OwnState {
  if (own.featureId === featureId) {
    return own.state;
  }
  const removed = other?.removed?.featureId === featureId ? other.removed.gates : [];
  const found = removed.find((each) => each.environmentId === environmentId);
  return found === undefined ? mirrored : { kind: "own", gates: found.gates };
}
