import type { Gates } from "../../core/evaluation/gates.ts";
import { difference } from "../../core/evaluation/sorted-set.ts";
import type { AuditGroup, AuditUndo } from "../../core/model/audit.ts";
import type { Change, RecordChange } from "../../core/model/change.ts";
import { differenceText, isLongDifference, longDifferenceTexts } from "../difference-text.ts";
import type { RowChange, RowSaved, Rows, RowsRemoved } from "../rows/row-change.ts";
import { rowChanges } from "../rows/row-changes.ts";

/** The rows that a `StoredRowChange` writes. Other tables have their own kinds of `StoredChange`. */
export interface StoredRows extends Rows {
  readonly gates: {
    readonly environmentId: number;
    readonly featureId: number;
    readonly boolean: boolean;
    /** JSON text. */
    readonly expression: string | null;
    readonly percentageOfActors: number;
    readonly percentageOfTime: number;
  };
}

export type StoredRowChange =
  | RowChange
  | RowSaved<"gates", StoredRows["gates"]>
  | RowsRemoved<"gates", StoredRows["gates"]>;

/**
 * A change as the commit worker receives it. Of gates it contains only the difference, and of a
 * feature with gates only the id. A message to the worker is short even if the gates are large.
 */
export type StoredChange =
  | StoredRowChange
  | MembersChange
  | AuditsSaved
  | AuditsRemoved
  | RecordChange
  | DifferencePart
  | PreviewTokensEnded;

/** Removes or adds sorted values of a gate, or clears the gate. */
export type MembersChange = GateLocation &
  (
    | { readonly kind: "members.removed" | "members.added"; readonly values: readonly string[] }
    | { readonly kind: "members.cleared" }
  );

export interface GateLocation {
  readonly environmentId: number;
  readonly featureId: number;
  readonly gate: "groups" | "actors";
}

export type AuditsRemoved = Extract<Change, { readonly kind: "audits.removed" }>;

/** Stores the hashes of the preview tokens of a deleted environment (docs/decisions.md#environments). */
export interface PreviewTokensEnded {
  readonly kind: "preview_tokens.ended";
  readonly environmentId: number;
}

export interface AuditsSaved extends Omit<AuditGroup, "undo"> {
  readonly kind: "audits.saved";
  readonly undo?: StoredUndo;
}

export interface StoredUndo extends Omit<AuditUndo, "difference"> {
  /** The whole text of the difference, or the part after all `DifferencePart` changes. */
  readonly difference: string;
}

/** A part of a long difference. The next `AuditsSaved` belongs to it. */
export interface DifferencePart {
  readonly kind: "difference.part";
  readonly text: string;
}

/** One change takes so little time that the writer can yield to other work before the next one. */
const valuesPerChangeMax = 250;

/** The stored form of changes, in the order in which their rows must be written. */
export function* storedChanges(changes: readonly Change[]): Generator<StoredChange, void> {
  for (const change of changes) {
    switch (change.kind) {
      case "audit.recorded": {
        const { value, undo, ...shared } = change.audit;
        const values = [value];
        if (undo === undefined) {
          yield { kind: "audits.saved", ...shared, values };
        } else {
          // No generator for the common case: one audit whose difference is a single word.
          const stored = isLongDifference(undo.difference)
            ? yield* storedUndo(undo)
            : { ...undo, difference: differenceText(undo.difference) };
          yield { kind: "audits.saved", ...shared, undo: stored, values };
        }
        break;
      }
      case "audits.recorded":
        yield* savedAudits(change.audits);
        break;
      case "audits.removed":
      case "act.recorded":
      case "acts.copied":
      case "signing_key.saved":
      case "installation.identified":
        yield change;
        break;
      case "override.dropped": {
        const { environmentId, feature } = change;
        const where = { environmentId, featureId: feature.id };
        yield { kind: "rows.removed", table: "gates", where };
        break;
      }
      case "gates.written":
        yield* gateDifferences(change);
        break;
      case "environment.deleted":
        yield { kind: "preview_tokens.ended", environmentId: change.environmentId };
        yield* rowChanges(change);
        break;
      default:
        yield* rowChanges(change);
    }
  }
}

/**
 * Divides a group of audits into portions. Only the first portion has the reason. A group with a long
 * difference has one value: the writer joins the parts to the next audit only.
 */
function* savedAudits({ undo, reason, ...shared }: AuditGroup): Generator<StoredChange, void> {
  const stored = undo === undefined ? {} : { undo: yield* storedUndo(undo) };
  let first = reason === undefined ? {} : { reason };
  for (const values of portionsOf(shared.values)) {
    yield { kind: "audits.saved", ...shared, ...stored, ...first, values };
    first = {};
  }
}

/** Returns the data for an undo. Before that, it yields the parts of a long difference. */
function* storedUndo({
  difference: gateDifference,
  ...undo
}: AuditUndo): Generator<StoredChange, StoredUndo> {
  if (!isLongDifference(gateDifference)) {
    return { ...undo, difference: differenceText(gateDifference) };
  }
  for (const text of longDifferenceTexts(gateDifference)) {
    yield { kind: "difference.part", text };
  }
  return { ...undo, difference: "" };
}

type GatesWritten = Extract<Change, { readonly kind: "gates.written" }>;

/** Removed members come before added ones; the row of the gates comes before its members. */
function* gateDifferences(change: GatesWritten): Generator<StoredChange, void> {
  const { environmentId, before, after } = change;
  const location = { environmentId, featureId: change.feature.id };
  if (before === null || !sameScalars(before, after)) {
    const row = {
      ...location,
      boolean: after.boolean,
      expression: after.expression === null ? null : JSON.stringify(after.expression),
      percentageOfActors: after.percentageOfActors,
      percentageOfTime: after.percentageOfTime,
    };
    yield { kind: "row.saved", table: "gates", row };
  }
  for (const gate of ["groups", "actors"] as const) {
    const membersBefore = before?.[gate] ?? [];
    if (after[gate].length === 0) {
      if (membersBefore.length > 0) {
        yield { kind: "members.cleared", ...location, gate };
      }
      continue;
    }
    for (const values of portionsOf(difference(membersBefore, after[gate]))) {
      yield { kind: "members.removed", ...location, gate, values };
    }
    for (const values of portionsOf(difference(after[gate], membersBefore))) {
      yield { kind: "members.added", ...location, gate, values };
    }
  }
}

function* portionsOf<Value>(values: readonly Value[]): Generator<readonly Value[], void> {
  for (let start = 0; start < values.length; start += valuesPerChangeMax) {
    yield values.slice(start, start + valuesPerChangeMax);
  }
}

function sameScalars(before: Gates, after: Gates): boolean {
  return (
    before.boolean === after.boolean &&
    before.expression === after.expression &&
    before.percentageOfActors === after.percentageOfActors &&
    before.percentageOfTime === after.percentageOfTime
  );
}
