import type { Expression } from "../expressions/expression.ts";
import { isChunked, type SortedSet } from "./sorted-set.ts";

/**
 * The gates of one feature in one environment, in the order of the feature object
 * (docs/api.md#gates).
 */
export type Gates = GatesWith<SortedSet>;

/** As applications and clients see them: every set is an array, sorted by UTF-8 bytes. */
export type ListedGates = GatesWith<readonly string[]>;

interface GatesWith<Members> {
  readonly boolean: boolean;
  readonly expression: Expression | null;
  readonly groups: Members;
  readonly actors: Members;
  readonly percentageOfActors: number;
  readonly percentageOfTime: number;
}

/** The gates by their keys in the feature object, in the order of a check. */
export type GateKey =
  | "boolean"
  | "expression"
  | "actors"
  | "percentage_of_actors"
  | "percentage_of_time"
  | "groups";

/** The default of every gate: the gates of a new or cleared feature. */
export const closedGates: Gates = /* @__PURE__ */ Object.freeze({
  boolean: false,
  expression: null,
  groups: /* @__PURE__ */ Object.freeze([]),
  actors: /* @__PURE__ */ Object.freeze([]),
  percentageOfActors: 0,
  percentageOfTime: 0,
});

export function listedGates(gates: Gates): ListedGates {
  return areListed(gates)
    ? gates
    : { ...gates, groups: gates.groups.slice(), actors: gates.actors.slice() };
}

function areListed(gates: Gates): gates is ListedGates {
  return !isChunked(gates.groups) && !isChunked(gates.actors);
}

export type FeatureState = "on" | "off" | "conditional";

/**
 * A percentage of time of 100 enables the feature for everyone, so its state is `on`
 * (docs/api.md#states).
 */
export function featureStateOf(gates: Gates): FeatureState {
  if (gates.boolean || gates.percentageOfTime === 100) {
    return "on";
  }
  return isClosed(gates) ? "off" : "conditional";
}

export function isClosed(gates: Gates): boolean {
  return (
    !gates.boolean &&
    gates.expression === null &&
    gates.groups.length === 0 &&
    gates.actors.length === 0 &&
    gates.percentageOfActors === 0 &&
    gates.percentageOfTime === 0
  );
}

/** Far above normal use: it protects the server. The number of actors is a quota of the project. */
export const groupsPerGateMax = 1_000;

/** In Unicode code points. */
export const actorIdLengthMax = 1_024;
export const groupNameLengthMax = 255;
