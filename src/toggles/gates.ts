import type { Expression } from "../expressions/expression.ts";

/**
 * The gates of one feature in one environment (SPEC.md 2.2), in response order. Groups and actors
 * hold each value once, sorted by UTF-8 bytes.
 */
export interface Gates {
  readonly boolean: boolean;
  readonly expression: Expression | null;
  readonly groups: readonly string[];
  readonly actors: readonly string[];
  readonly percentageOfActors: number;
  readonly percentageOfTime: number;
}

/** Every gate at its default: what a new or cleared feature has. */
export const closedGates: Gates = Object.freeze({
  boolean: false,
  expression: null,
  groups: Object.freeze([]),
  actors: Object.freeze([]),
  percentageOfActors: 0,
  percentageOfTime: 0,
});

export type FeatureState = "on" | "off" | "conditional";

/** SPEC.md 3 with DESIGN.md 2: a percentage of time of 100 opens for everyone, so it is `on`. */
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

/** Bounds of one gate. Far above sensible use: they protect the server, they don't teach style. */
export const actorsPerGateMax = 100_000;
export const groupsPerGateMax = 1_000;

/** Characters of an actor id and of a group name (DESIGN.md section 6). */
export const actorIdLengthMax = 1_024;
export const groupNameLengthMax = 255;
