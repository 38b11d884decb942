import type { MeasuredValue, Snapshot } from "../snapshots/snapshot.ts";
import { SnapshotMemo } from "../snapshots/snapshot-memo.ts";
import { evaluationOf } from "../toggles/evaluation.ts";
import type { GateKey, Gates } from "../toggles/gates.ts";
import { type FlagParts, isSteady } from "./flag-list.ts";
import { flagEnd, flagStart } from "./flag-text.ts";

/** The open gates of the conditional features, in their order. */
export type OpenGates = readonly (GateKey | null)[];

/**
 * The text of all flags of a small environment, prepared as far as it is the same for every context:
 * what is before the end of each conditional flag, and what is after the last one.
 */
class PreparedTexts implements MeasuredValue {
  readonly keptBytes: number;
  readonly #between: readonly string[];

  constructor(snapshot: Snapshot) {
    const between: string[] = [];
    let text = "";
    for (const { key, gates } of snapshot.eachToggle()) {
      text += (between.length === 0 && text === "" ? "" : ",") + flagStart(key);
      if (isSteady(gates)) {
        text += steadyEnd(gates);
      } else {
        between.push(text);
        text = "";
      }
    }
    this.#between = [...between, text];
    this.keptBytes = bytesPerUnit * this.#between.reduce((sum, { length }) => sum + length, 0);
  }

  text({ conditional }: FlagParts, openGates: OpenGates, hasActors: boolean): string {
    const between = this.#between;
    let text = between[0] ?? "";
    for (let index = 0; index < conditional.length; index++) {
      const gates = conditional[index]?.gates;
      text += gates === undefined ? "" : conditionalEnd(gates, openGates[index], hasActors);
      text += between[index + 1] ?? "";
    }
    return text;
  }
}

export const preparedTexts = new SnapshotMemo((snapshot) => new PreparedTexts(snapshot));

/** The text of all flags, one after the other; nothing of it is kept. */
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
      : conditionalEnd(gates, openGates[index++], hasActors);
    yield comma + flagStart(key) + end;
    comma = ",";
  }
}

const bytesPerUnit = 2;

function steadyEnd(gates: Gates): string {
  return flagEnd(evaluationOf(gates, gates.boolean ? "boolean" : null, true));
}

function conditionalEnd(gates: Gates, gate: GateKey | null | undefined, hasActors: boolean) {
  return flagEnd(evaluationOf(gates, gate ?? null, hasActors));
}
