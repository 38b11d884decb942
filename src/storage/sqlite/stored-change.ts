import type { Gates } from "../../core/evaluation/gates.ts";
import { difference } from "../../core/evaluation/sorted-set.ts";
import type { AuditGroup, AuditUndo } from "../../core/model/audit.ts";
import type { Change, RecordChange } from "../../core/model/change.ts";
import { differenceText, isLongDifference, longDifferenceTexts } from "../difference-text.ts";
import type { RowChange, RowSaved, Rows, RowsRemoved } from "../rows/row-change.ts";
import { rowChanges } from "../rows/row-changes.ts";

/** The rows of each table; of the others, see below. */
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
 * A change in the form that its rows need: only the difference of gates, and only the id of
 * features. So a batch is a short text for the worker, however large the gates are.
 */
export type StoredChange =
  | StoredRowChange
  | MembersChange
  | AuditsSaved
  | AuditsRemoved
  | RecordChange
  | DifferencePart
  | PreviewTokensEnded;

/** The sorted values of a gate that are removed or added; all of them are cleared without values. */
export type MembersChange = GatePlace &
  (
    | { readonly kind: "members.removed" | "members.added"; readonly values: readonly string[] }
    | { readonly kind: "members.cleared" }
  );

export interface GatePlace {
  readonly environmentId: number;
  readonly featureId: number;
  readonly gate: "groups" | "actors";
}

export type AuditsRemoved = Extract<Change, { readonly kind: "audits.removed" }>;

/** The preview tokens of this environment end with it. */
export interface PreviewTokensEnded {
  readonly kind: "preview_tokens.ended";
  readonly environmentId: number;
}

export interface AuditsSaved extends Omit<AuditGroup, "undo"> {
  readonly kind: "audits.saved";
  readonly undo?: StoredUndo;
}

export interface StoredUndo extends Omit<AuditUndo, "difference"> {
  /** The text of the difference, or its end after earlier parts. */
  readonly difference: string;
}

/** A part of the text of the next audit's difference. */
export interface DifferencePart {
  readonly kind: "difference.part";
  readonly text: string;
}

/** Small enough to yield to other work between two changes of a large gate. */
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
          // Most differences are a word, and most changes record one audit.
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

/** Audits in portions, the first one with the reason. An audit with a long difference has its own portion. */
function* savedAudits({ undo, reason, ...shared }: AuditGroup): Generator<StoredChange, void> {
  const stored = undo === undefined ? {} : { undo: yield* storedUndo(undo) };
  let first = reason === undefined ? {} : { reason };
  for (const values of portionsOf(shared.values)) {
    yield { kind: "audits.saved", ...shared, ...stored, ...first, values };
    first = {};
  }
}

/** Yields the text of a long difference, except its end. */
function* storedUndo({
  difference: kept,
  ...undo
}: AuditUndo): Generator<StoredChange, StoredUndo> {
  if (!isLongDifference(kept)) {
    return { ...undo, difference: differenceText(kept) };
  }
  for (const text of longDifferenceTexts(kept)) {
    yield { kind: "difference.part", text };
  }
  return { ...undo, difference: "" };
}

type GatesWritten = Extract<Change, { readonly kind: "gates.written" }>;

/** Removed members come before added ones; the row of the gates comes before its members. */
function* gateDifferences(change: GatesWritten): Generator<StoredChange, void> {
  const { environmentId, before, after } = change;
  const place = { environmentId, featureId: change.feature.id };
  if (before === null || !sameScalars(before, after)) {
    const row = {
      ...place,
      boolean: after.boolean,
      expression: after.expression === null ? null : JSON.stringify(after.expression),
      percentageOfActors: after.percentageOfActors,
      percentageOfTime: after.percentageOfTime,
    };
    yield { kind: "row.saved", table: "gates", row };
  }
  for (const gate of ["groups", "actors"] as const) {
    const known = before?.[gate] ?? [];
    if (after[gate].length === 0) {
      if (known.length > 0) {
        yield { kind: "members.cleared", ...place, gate };
      }
      continue;
    }
    for (const values of portionsOf(difference(known, after[gate]))) {
      yield { kind: "members.removed", ...place, gate, values };
    }
    for (const values of portionsOf(difference(after[gate], known))) {
      yield { kind: "members.added", ...place, gate, values };
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
