import type { Change } from "../../core/model/change.ts";
import { changesOfState } from "../../core/model/changes-of-state.ts";
import type { State } from "../../core/model/state.ts";
import type { OpenedStorage } from "../storage.ts";
import { auditChanges } from "./transferred-audits.ts";
import { governanceChanges } from "./transferred-governance.ts";
import { identity, recordChanges } from "./transferred-record.ts";
import { webhookChanges } from "./transferred-webhooks.ts";

/** A change weighs one, and one more for each member of a set that it writes. */
const weightPerPortion = 5_000;

/**
 * Everything in a storage, as changes of an empty one, in portions for one commit each. The same
 * content gives the same portions.
 */
export async function* installationChanges({
  state,
  storage,
}: Pick<OpenedStorage, "state" | "storage">): AsyncGenerator<readonly Change[], void> {
  yield [await identity(storage.reads)];
  yield* portionsOfState(state);
  for (const [environmentId, newest] of state.auditSequences) {
    yield* auditChanges(storage.reads, environmentId, newest);
  }
  yield* webhookChanges(state, storage.reads);
  yield* governanceChanges(state, storage.reads);
  yield* recordChanges(storage.reads);
}

/** The state without its audits: their own changes set the sequences. */
function* portionsOfState(state: State): Generator<readonly Change[], void> {
  let portion: Change[] = [];
  let weight = 0;
  for (const change of changesOfState(state)) {
    if (change.kind === "audits.removed") {
      continue;
    }
    portion.push(change);
    weight += weightOf(change);
    if (weight >= weightPerPortion) {
      yield portion;
      portion = [];
      weight = 0;
    }
  }
  if (portion.length > 0) {
    yield portion;
  }
}

function weightOf(change: Change): number {
  return change.kind === "gates.written"
    ? 1 + change.after.actors.length + change.after.groups.length
    : 1;
}
