import type { GateKey, Gates } from "./gates.ts";

/** The share of checks that gates enable, as far as they say. */
export interface ExpectedShare {
  /** 0 to 1; null if it depends on the actors of the checks. */
  readonly share: number | null;
  /** The gates on which it depends. */
  readonly unknownBecause: readonly Extract<GateKey, "expression" | "actors" | "groups">[];
}

/** The share of checks with one actor each that gates enable in expectation. */
export function expectedShare(gates: Gates): ExpectedShare {
  const { boolean, percentageOfActors, percentageOfTime } = gates;
  // In integers, so that 20 % is 0.2.
  const disabled = (100 - percentageOfActors) * (100 - percentageOfTime);
  if (boolean || disabled === 0) {
    return { share: 1, unknownBecause: [] };
  }
  const unknownBecause = [
    ...(gates.expression === null ? [] : (["expression"] as const)),
    ...(gates.actors.length === 0 ? [] : (["actors"] as const)),
    ...(gates.groups.length === 0 ? [] : (["groups"] as const)),
  ];
  return {
    share: unknownBecause.length === 0 ? (10_000 - disabled) / 10_000 : null,
    unknownBecause,
  };
}
