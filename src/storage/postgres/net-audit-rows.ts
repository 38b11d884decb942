import type { AuditGroup } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import type { GateDifference } from "../../core/model/gate-difference.ts";
import type { State } from "../../core/model/state.ts";
import { differenceText, isLongDifference, longDifferenceTexts } from "../difference-text.ts";
import type { Batch } from "../storage.ts";
import type { WrittenRows } from "./written-rows.ts";

/** Audits that differ in their value only, with the sequence of the first one. */
interface NumberedAudits {
  readonly sequence: number;
  readonly shared: Omit<AuditGroup, "values">;
  readonly values: AuditGroup["values"];
}

/** Small enough to yield to other work between two rows. */
const auditsPerRow = 500;
const smallLengthMax = 256;

/** The audit rows that a batch writes. The node numbers them: it has the current state. */
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
      case "audit.recorded":
        this.#record(change.audit, [change.audit.value]);
        break;
      case "audits.recorded":
        this.#record(change.audits, change.audits.values);
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

  #record(shared: NumberedAudits["shared"], values: NumberedAudits["values"]): void {
    const { environmentId } = shared;
    const last = this.#lastOf(environmentId);
    const known = this.#recorded.get(environmentId);
    const numbered = { sequence: last + 1, shared, values };
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
function after(
  { sequence, shared, values }: NumberedAudits,
  through: number,
): readonly NumberedAudits[] {
  const count = Math.max(0, through + 1 - sequence);
  return count >= values.length
    ? []
    : [{ sequence: sequence + count, shared, values: values.slice(count) }];
}

/** Yields null while the text of a long difference is written. */
function* auditRows({ sequence, shared, values }: NumberedAudits): WrittenRows {
  const { environmentId, actor, featureKey, createdAt, action, undo } = shared;
  const difference = undo === undefined ? undefined : yield* textOf(undo.difference);
  const [value = null] = values;
  const length = (value?.length ?? 0) + (difference?.length ?? 0);
  const isSmall = values.length === 1 && length <= smallLengthMax;
  for (let start = 0; start < values.length; start += auditsPerRow) {
    const audited = values.slice(start, start + auditsPerRow);
    const row = {
      environment_id: environmentId,
      created_at: createdAt,
      action,
      actor_type: actor.type,
      actor_id: actor.id,
      feature_key: featureKey,
      feature_id: undo?.featureId,
      step: undo?.step,
      target: undo?.target,
      difference,
      sequence: sequence + start,
      audited,
    };
    yield ["audits", row, isSmall];
  }
}

function* textOf(difference: GateDifference): Generator<null, string> {
  if (!isLongDifference(difference)) {
    return differenceText(difference);
  }
  const texts: string[] = [];
  for (const text of longDifferenceTexts(difference)) {
    texts.push(text);
    yield null;
  }
  return texts.join("");
}
