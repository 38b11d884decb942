import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import type { FeatureActivity } from "../../api/admin/contract/telemetry-models.ts";
import { gateSummary } from "../gates/gate-summary.ts";

/** The filter of the list in the URL's query, and the typed text. */
export interface FeatureFilter {
  readonly text: string;
  readonly show: Show;
  readonly tag: string | null;
  readonly owner: number | null;
  readonly sort: Sort;
  readonly isDescending: boolean;
}

export const shows = [
  "all",
  "on",
  "conditional",
  "off",
  "never",
  "finished",
  "overridden",
] as const;
export type Show = (typeof shows)[number];
export const sorts = ["key", "state", "evaluations", "last"] as const;
export type Sort = (typeof sorts)[number];

export type Activity = ReadonlyMap<string, FeatureActivity>;

export function filterOf(params: URLSearchParams): Omit<FeatureFilter, "text"> {
  const sort = params.get("sort") ?? "";
  const owner = Number(params.get("owner"));
  return {
    show: shows.find((each) => each === params.get("show")) ?? "all",
    tag: params.get("tag"),
    owner: owner > 0 ? owner : null,
    sort: sorts.find((each) => each === sort.replace("-", "")) ?? "key",
    isDescending: sort.startsWith("-"),
  };
}

/** Whether a filter shows a row, whatever its text. */
export function isShown(row: FeatureRow, show: Show, activity: Activity | undefined): boolean {
  switch (show) {
    case "all":
      return true;
    case "on":
    case "off":
    case "conditional":
      return row.state === show;
    case "never":
      return activity !== undefined && (activity.get(row.key)?.lastEvaluatedAt ?? null) === null;
    case "finished":
      return row.looksFinished;
    case "overridden":
      return row.isOverridden;
  }
}

export function filterRows(
  rows: readonly FeatureRow[],
  filter: FeatureFilter,
  activity: Activity | undefined,
): readonly FeatureRow[] {
  const words = filter.text.toLowerCase().split(" ").filter(Boolean);
  const found = rows.filter(
    (row) =>
      isShown(row, filter.show, activity) &&
      (filter.tag === null || row.tags.includes(filter.tag)) &&
      (filter.owner === null || row.owner?.id === filter.owner) &&
      hasWords(row, words),
  );
  if (filter.sort === "key" && !filter.isDescending) {
    return found;
  }
  const sign = filter.isDescending ? -1 : 1;
  return found.sort((left, right) => sign * compare(left, right, filter.sort, activity));
}

function hasWords(row: FeatureRow, words: readonly string[]): boolean {
  if (words.length === 0) {
    return true;
  }
  const text = searchable(row);
  return words.every((word) => text.includes(word));
}

const texts = new WeakMap<FeatureRow, string>();

const afterFirstPaintMs = 150;

/** Prepares the search of rows while the page is idle. */
export function prepareSearch(rows: readonly FeatureRow[]): () => void {
  const timer = setTimeout(() => {
    for (const row of rows) {
      searchable(row);
    }
  }, afterFirstPaintMs);
  return () => clearTimeout(timer);
}

/** Cached for each row, because a key press searches thousands of them. */
function searchable(row: FeatureRow): string {
  let text = texts.get(row);
  if (text === undefined) {
    const { key, description, tags, owner, gates } = row;
    const parts = [key, description ?? "", ...tags, owner?.name ?? "", owner?.email ?? ""];
    text = [...parts, gateSummary(gates)].join("\n").toLowerCase();
    texts.set(row, text);
  }
  return text;
}

const stateOrder = { on: 0, conditional: 1, off: 2 } as const;

function compare(
  left: FeatureRow,
  right: FeatureRow,
  sort: Sort,
  activity: Activity | undefined,
): number {
  switch (sort) {
    case "key":
      return left.key < right.key ? -1 : 1;
    case "state":
      return stateOrder[left.state] - stateOrder[right.state];
    case "evaluations":
      return (activity?.get(left.key)?.total ?? 0) - (activity?.get(right.key)?.total ?? 0);
    case "last":
      return lastOf(left, activity) - lastOf(right, activity);
  }
}

function lastOf({ key }: FeatureRow, activity: Activity | undefined): number {
  return activity?.get(key)?.lastEvaluatedAt ?? 0;
}
