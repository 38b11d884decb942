import type { Evaluation } from "../../core/evaluation/evaluation.ts";
import { targetingKeyMissing } from "./context-refusal.ts";

/*
 * A flag of an answer as JSON text (docs/api.md#ofrep). Its start has the key. Its end depends on the
 * matching gate or the reason, and is one of a few texts.
 */

/** The start of a flag, up to its key. */
export function flagStart(key: string): string {
  return `{"key":${JSON.stringify(key)}`;
}

/** The end of a flag, after its key. A flag that lacks an actor has an error instead of a value. */
export function flagEnd(evaluation: Evaluation): string {
  const { gate, reason, lacksActor } = evaluation;
  const kind = gate ?? (lacksActor ? "no actor" : reason);
  let end = ends.get(kind);
  if (end === undefined) {
    end = `,${JSON.stringify(membersOf(evaluation)).slice(1)}`;
    ends.set(kind, end);
  }
  return end;
}

const ends = new Map<string, string>();

/** Always with metadata, which the clients in Java and Python read without a check. */
function membersOf({ enabled, reason, variant, gate, lacksActor }: Evaluation) {
  return lacksActor
    ? { errorCode: "TARGETING_KEY_MISSING", errorDetails: targetingKeyMissing, metadata: {} }
    : { value: enabled, reason, variant, metadata: gate === null ? {} : { gate } };
}
