import type { AuditGroup, AuditUndo } from "../../model/audit.ts";
import type { Change } from "../../model/change.ts";
import type { State } from "../../model/state.ts";
import { differenceText, isLongDifference, longDifferenceTexts } from "../difference-text.ts";
import type { Batch } from "../storage.ts";
import type { WrittenRow, WrittenRows } from "./written-rows.ts";

/** Audits with the sequence of the first one. */
interface NumberedAudits {
  readonly sequence: number;
  readonly audits: AuditGroup;
}

/** Small enough that other work can have a turn between two rows. */
const auditsPerRow = 500;

/** What a batch writes of audits. The node numbers them: it has the newest state. */
export class NetAuditRows {
  readonly #before: State;
  readonly #sequences = new Map<number, number>();
  readonly #recorded = new Map<number, NumberedAudits[]>();
  readonly #removed = new Map<number, number>();

  constructor({ before }: Batch) {
    this.#before = before;
  }

  apply(change: Change): void {
    switch (change.kind) {
      case "audit.recorded": {
        const { value, ...shared } = change.audit;
        this.#record({ ...shared, values: [value] });
        break;
      }
      case "audits.recorded":
        this.#record(change.audits);
        break;
      case "audits.removed":
        this.#removeThrough(change.environmentId, change.through);
        break;
      case "environment.deleted":
        this.#sequences.delete(change.environmentId);
        this.#recorded.delete(change.environmentId);
        this.#removed.delete(change.environmentId);
        break;
      default:
        break;
    }
  }

  *rows(after: State): WrittenRows {
    for (const [environment_id, through] of this.#removed) {
      yield ["audits removed", { environment_id, through }];
    }
    for (const recorded of this.#recorded.values()) {
      for (const numbered of recorded) {
        yield* auditRows(numbered);
      }
    }
    for (const id of this.#sequences.keys()) {
      const last = after.auditSequences.get(id);
      if (last !== undefined) {
        yield ["last audits", { id, last_audit: last }];
      }
    }
  }

  #record(audits: AuditGroup): void {
    const { environmentId, values } = audits;
    const last = this.#lastOf(environmentId);
    const known = this.#recorded.get(environmentId);
    const numbered = { sequence: last + 1, audits };
    if (known === undefined) {
      this.#recorded.set(environmentId, [numbered]);
    } else {
      known.push(numbered);
    }
    this.#sequences.set(environmentId, last + values.length);
  }

  #removeThrough(environmentId: number, through: number): void {
    this.#sequences.set(environmentId, Math.max(this.#lastOf(environmentId), through));
    this.#removed.set(environmentId, Math.max(this.#removed.get(environmentId) ?? 0, through));
    const kept = (this.#recorded.get(environmentId) ?? []).flatMap((each) => after(each, through));
    this.#recorded.set(environmentId, kept);
  }

  #lastOf(environmentId: number): number {
    return (
      this.#sequences.get(environmentId) ?? this.#before.auditSequences.get(environmentId) ?? 0
    );
  }
}

/** The audits after a sequence. */
function after({ sequence, audits }: NumberedAudits, through: number): readonly NumberedAudits[] {
  const count = Math.max(0, through + 1 - sequence);
  return count >= audits.values.length
    ? []
    : [{ sequence: sequence + count, audits: { ...audits, values: audits.values.slice(count) } }];
}

/** Yields null while the text of a long difference is made. */
function* auditRows({
  sequence,
  audits: { environmentId, actor, featureKey, createdAt, action, values, undo },
}: NumberedAudits): WrittenRows {
  const shared = {
    environment_id: environmentId,
    created_at: createdAt,
    action,
    actor_type: actor.type,
    actor_id: actor.id,
    feature_key: featureKey,
    ...(undo === undefined ? {} : yield* undoColumns(undo)),
  };
  for (let start = 0; start < values.length; start += auditsPerRow) {
    const audited = values.slice(start, start + auditsPerRow);
    yield ["audits", { ...shared, sequence: sequence + start, audited }];
  }
}

function* undoColumns({
  featureId,
  step,
  target,
  difference,
}: AuditUndo): Generator<null, WrittenRow> {
  const texts: string[] = [];
  if (isLongDifference(difference)) {
    for (const text of longDifferenceTexts(difference)) {
      texts.push(text);
      yield null;
    }
  } else {
    texts.push(differenceText(difference));
  }
  return { feature_id: featureId, step, target, difference: texts.join("") };
}
