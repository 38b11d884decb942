import { type Act, actBody, type SealedAudit } from "../../core/model/act.ts";
import type { AuditGroup } from "../../core/model/audit.ts";
import type { Change } from "../../core/model/change.ts";
import type { GateDifference } from "../../core/model/gate-difference.ts";
import type { State } from "../../core/model/state.ts";
import { auditHash, bytesOfHex, coveredDifference, hexOf } from "../chain/chain-hash.ts";
import { differenceText, isLongDifference, longDifferenceTexts } from "../difference-text.ts";
import type { Batch } from "../storage.ts";
import { type BatchChains, type ChainEnd, headOf } from "./batch-chains.ts";
import { byteaText } from "./escaped-text.ts";
import type { WrittenRows } from "./written-rows.ts";

/** Audits that differ in their value only, with the sequence of the first one. */
interface NumberedAudits {
  readonly sequence: number;
  readonly shared: Omit<AuditGroup, "values">;
  readonly values: AuditGroup["values"];
}

interface WaitingAct {
  readonly act: Act;
  /** The audits that the batch had added to the environment of `act.sealed`. */
  readonly audits: readonly NumberedAudits[];
}

/** Small enough to yield to other work between two rows. */
const auditsPerRow = 500;
const smallLengthMax = 256;

/**
 * The audit rows and acts that a batch writes. The node numbers and hashes audits: it has the
 * current state.
 */
export class NetAuditRows {
  /** The latest audits of the environments of the batch; complete after `rows`. */
  readonly ends = new Map<number, ChainEnd>();
  readonly #before: State;
  readonly #chains: BatchChains;
  readonly #acts: WaitingAct[] = [];
  readonly #sequences = new Map<number, number>();
  readonly #recorded = new Map<number, NumberedAudits[]>();
  readonly #removed = new Map<number, number>();
  /** The hashes of removed audits that another storage stored. */
  readonly #removedHashes = new Map<number, string | undefined>();

  constructor({ before }: Batch, chains: BatchChains) {
    this.#before = before;
    this.#chains = chains;
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
        this.#removedHashes.set(change.environmentId, change.hash);
        break;
      case "act.recorded": {
        const { act } = change;
        const id = act.sealed?.environmentId ?? 0;
        this.#acts.push({ act, audits: [...(this.#recorded.get(id) ?? [])] });
        break;
      }
      case "environment.deleted":
        this.#sequences.delete(change.environmentId);
        this.#recorded.delete(change.environmentId);
        this.#removed.delete(change.environmentId);
        break;
      default:
        break;
    }
  }

  *rows({ after }: Batch): WrittenRows {
    for (const [environment_id, through] of this.#removed) {
      yield ["audits removed", { environment_id, through }];
      const hash = this.#removedHash(environment_id, through);
      yield [
        "removed hashes",
        { id: environment_id, removed_hash: hash && byteaText(hexOf(hash)) },
      ];
    }
    for (const { act, audits } of this.#acts) {
      const { at, sealed } = act;
      const head = sealed === undefined ? null : headOf(yield* this.#sealedEnd(sealed, audits));
      yield ["acts", { at, body: actBody(act, head) }];
    }
    for (const [environmentId, recorded] of this.#recorded) {
      let end = this.#endBefore(environmentId);
      for (const numbered of recorded) {
        end = yield* auditRows(numbered, end, this.#chains);
      }
      this.ends.set(environmentId, end);
    }
    for (const id of this.#sequences.keys()) {
      const last = after.auditSequences.get(id);
      if (last !== undefined) {
        yield ["last audits", { id, last_audit: last }];
      }
    }
  }

  /** The end of a chain that an act is about. */
  *#sealedEnd(
    { environmentId, sequence }: SealedAudit,
    audits: readonly NumberedAudits[],
  ): Generator<null, ChainEnd> {
    if (sequence !== undefined) {
      return { sequence, hash: this.#chains.hashAt(environmentId, sequence) };
    }
    let end = this.#chains.endOf(environmentId);
    for (const numbered of audits) {
      ({ end } = yield* hashedAudits(numbered, end, this.#chains));
    }
    return end;
  }

  /** The audit to which the first one of the batch is chained. */
  #endBefore(environmentId: number): ChainEnd {
    const end = this.#chains.endOf(environmentId);
    const through = this.#removed.get(environmentId) ?? 0;
    return through <= end.sequence
      ? end
      : { sequence: through, hash: this.#removedHash(environmentId, through) };
  }

  #removedHash(environmentId: number, through: number): Uint8Array | null {
    const copied = this.#removedHashes.get(environmentId);
    return copied === undefined ? this.#chains.hashAt(environmentId, through) : bytesOfHex(copied);
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

/** The audits after a sequence. The reason is removed with the first audit. */
function after(numbered: NumberedAudits, through: number): readonly NumberedAudits[] {
  const { sequence, shared, values } = numbered;
  const count = Math.max(0, through + 1 - sequence);
  if (count === 0) {
    return [numbered];
  }
  const { reason: _reason, ...rest } = shared;
  return count >= values.length
    ? []
    : [{ sequence: sequence + count, shared: rest, values: values.slice(count) }];
}

interface HashedAudits {
  readonly hashes: readonly (string | null)[];
  readonly difference: string | undefined;
  readonly end: ChainEnd;
}

/** Yields null while the text of a long difference is written. */
function* hashedAudits(
  { sequence, shared, values }: NumberedAudits,
  previous: ChainEnd,
  { installation }: BatchChains,
): Generator<null, HashedAudits> {
  const { environmentId, actor, featureKey, createdAt, action, undo, hash: copied } = shared;
  const difference = undo === undefined ? undefined : yield* textOf(undo.difference);
  const covered = difference === undefined ? null : coveredDifference(difference);
  let { hash } = previous;
  const hashes = values.map((value, index) => {
    const of = sequence + index;
    if (copied !== undefined) {
      hash = bytesOfHex(copied);
    } else if (hash !== null) {
      hash = auditHash(hash, installation, {
        ...{ environmentId, sequence: of, createdAt, action, featureKey, value },
        ...{ actorType: actor.type, actorId: actor.id, difference: covered },
        featureId: undo?.featureId ?? null,
        step: undo === undefined || undo.step === of ? null : undo.step,
        target: undo?.target ?? null,
        reason: index === 0 ? (shared.reason ?? null) : null,
      });
    }
    return hash === null ? null : hexOf(hash);
  });
  return { hashes, difference, end: { sequence: sequence + values.length - 1, hash } };
}

/** Writes audits after the previous one, and returns the last of them. */
function* auditRows(
  numbered: NumberedAudits,
  previous: ChainEnd,
  chains: BatchChains,
): WrittenRows<ChainEnd> {
  const { sequence, shared, values } = numbered;
  const { environmentId, actor, featureKey, createdAt, action, undo, reason } = shared;
  const { hashes, difference, end } = yield* hashedAudits(numbered, previous, chains);
  const [value = null] = values;
  const length = (value?.length ?? 0) + (difference?.length ?? 0) + (reason?.length ?? 0);
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
      reason: start === 0 ? reason : undefined,
      sequence: sequence + start,
      audited,
      hashes: hashes.slice(start, start + auditsPerRow),
    };
    yield ["hashed audits", row, isSmall];
  }
  return end;
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
