import type { Snapshot } from "../../app/snapshots/snapshot.ts";
import { evaluationOf } from "../../core/evaluation/evaluation.ts";
import type { GateKey, Gates } from "../../core/evaluation/gates.ts";
import { isSteady } from "./flag-list.ts";
import { flagEnd, flagStart } from "./flag-text.ts";

/** The matching gates of the conditional features, in their order. */
export type OpenGates = readonly (GateKey | null)[];

/** The texts of all flags, one after the other, without a cache. */
export function* eachFlagText(
  snapshot: Snapshot,
  openGates: OpenGates,
  hasActors: boolean,
): Generator<string> {
  let comma = "";
  let index = 0;
  for (const { key, gates } of snapshot.eachToggle()) {
    const end = isSteady(gates)
      ? steadyEnd(gates)
      : flagEnd(evaluationOf(gates, openGates[index++] ?? null, hasActors));
    yield comma + flagStart(key) + end;
    comma = ",";
  }
}

/** The end of a flag whose result is the same for every context. */
export function steadyEnd(gates: Gates): string {
  return flagEnd(evaluationOf(gates, gates.boolean ? "boolean" : null, true));
}
