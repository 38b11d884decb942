import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { type GaugeValue, gaugeOf } from "../parts/gauge.tsx";
import type { Activity } from "./feature-filter.ts";
import { columnOf, columnPercentage, type OtherEnvironments } from "./other-environments.ts";

const namedSorts = ["key", "state", "tags", "owner", "evaluations", "last", "changed"] as const;

/** A column to sort by; `env-ID` is the column of another environment. */
export type SortColumn = (typeof namedSorts)[number] | `env-${number}`;

const environmentForm = /^env-(\d+)$/;

export interface Sort {
  readonly column: SortColumn;
  readonly isDescending: boolean;
}

/** The latest change first. */
const defaultSort: Sort = { column: "changed", isDescending: true };

/** The sort in a query, such as `sort=-changed`. */
export function sortOf(text: string | null): Sort {
  const name = text?.startsWith("-") === true ? text.slice(1) : text;
  const id = environmentForm.exec(name ?? "")?.[1];
  const column =
    id === undefined ? namedSorts.find((each) => each === name) : (`env-${Number(id)}` as const);
  return column === undefined
    ? defaultSort
    : { column, isDescending: text?.startsWith("-") === true };
}

/** The text of a sort in the URL; null for the default. */
export function sortText({ column, isDescending }: Sort): string | null {
  const text = `${isDescending ? "-" : ""}${column}`;
  return text === "-changed" ? null : text;
}

/** Whether the first click on a column sorts it in descending order. */
export function startsDescending(column: SortColumn): boolean {
  return column !== "key" && column !== "tags" && column !== "owner";
}

/** Sorts rows that are in the order of their keys; equal rows stay in that order. */
export function sortRows(
  rows: readonly FeatureRow[],
  { column, isDescending }: Sort,
  activity: Activity | undefined,
  others: OtherEnvironments,
): readonly FeatureRow[] {
  if (column === "key") {
    return isDescending ? rows.toReversed() : rows;
  }
  const sign = isDescending ? -1 : 1;
  // Computed once for each row: a sort compares a row many times.
  const valued = rows.map((row) => ({ row, value: sortValue(row, column, activity, others) }));
  valued.sort((left, right) => sign * compared(left.value, right.value));
  return valued.map(({ row }) => row);
}

function compared(left: string | number, right: string | number): number {
  return left < right ? -1 : Number(left > right);
}

function sortValue(
  row: FeatureRow,
  column: Exclude<SortColumn, "key">,
  activity: Activity | undefined,
  others: OtherEnvironments,
): string | number {
  switch (column) {
    case "state":
      return reach(gaugeOf(row.gates));
    case "tags":
      return row.tags.join(",");
    case "owner":
      return row.owner?.name ?? "";
    case "evaluations":
      return activity?.get(row.key)?.total ?? 0;
    case "last":
      return activity?.get(row.key)?.lastEvaluatedAt ?? 0;
    case "changed":
      return row.changedAt ?? 0;
    default: {
      const there = columnOf(row, others, Number(column.slice("env-".length)));
      return there === undefined || there === null
        ? -1
        : reach({ kind: there.kind, percentage: columnPercentage(there) });
    }
  }
}

const reaches = { off: 0, mirrors: 0, chosen: 1, percentage: 1, everyone: 102 } as const;

/** How many actors the gates let in, roughly: none, chosen ones, a percentage, everyone. */
function reach({ kind, percentage = 0 }: GaugeValue): number {
  return reaches[kind] + percentage;
}
