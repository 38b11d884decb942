import type { ActBody } from "../../core/model/act.ts";
import { isJsonObject } from "../../core/text/json-object.ts";

/** The ends of the chains of a backup that was restored. */
export interface Restore {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly acts: number;
  readonly environments: ReadonlyMap<number, number>;
}

export function restoreOf(at: number, { acts, environments }: ActBody["details"]): Restore {
  const ends = Array.isArray(environments) ? environments.filter(isJsonObject) : [];
  return {
    at,
    acts: isJsonObject(acts) ? numberOf(acts.sequence) : 0,
    environments: new Map(
      ends.map(({ environment, sequence }) => [numberOf(environment), numberOf(sequence)]),
    ),
  };
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}
