import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import type { FeatureActivity } from "../../api/admin/contract/telemetry-models.ts";
import { hasWords, wordsOf } from "./search-text.ts";

/** What a filter can ask for; each is a parameter of the URL. */
export const dimensions = [
  "state",
  "tag",
  "owner",
  "changed",
  "longevity",
  "checked",
  "gates",
  "finished",
] as const;
export type Dimension = (typeof dimensions)[number];

/** One condition: the feature has one of the values. */
export interface Condition {
  readonly dimension: Dimension;
  readonly values: readonly string[];
}

interface FeatureFilter {
  readonly words: readonly string[];
  /** All of them must be true. */
  readonly conditions: readonly Condition[];
}

export type Activity = ReadonlyMap<string, FeatureActivity>;

/** What the conditions compare with. */
export interface FilterContext {
  /** Undefined without telemetry. */
  readonly activity: Activity | undefined;
  readonly now: number;
}

/**
 * The conditions in a query, such as `tag=web,q4&state=on`. Commas separate values, as tags have
 * none; a parameter that occurs twice is two conditions.
 */
export function conditionsOf(query: string): readonly Condition[] {
  const params = new URLSearchParams(query);
  return dimensions.flatMap((dimension) =>
    params
      .getAll(dimension)
      .filter((list) => list !== "")
      .map((list) => ({ dimension, values: list.split(",") })),
  );
}

/** The words and the conditions in a query. */
export function filterOf(query: string): FeatureFilter {
  const texts = new URLSearchParams(query).getAll("q");
  return { words: texts.flatMap(wordsOf), conditions: conditionsOf(query) };
}

export function filterRows(
  rows: readonly FeatureRow[],
  filter: FeatureFilter,
  context: FilterContext,
): readonly FeatureRow[] {
  return filter.words.length === 0 && filter.conditions.length === 0
    ? rows
    : rows.filter((row) => isFound(row, filter, context));
}

export function isFound(
  row: FeatureRow,
  { words, conditions }: FeatureFilter,
  context: FilterContext,
): boolean {
  return (
    conditions.every(({ dimension, values }) =>
      values.some((value) => hasValue[dimension](row, value, context)),
    ) && hasWords(row, words)
  );
}

type Test = (row: FeatureRow, value: string, context: FilterContext) => boolean;

/** The value of features without an owner, a tag or a longevity. */
export const noValue = "-";

const dayMs = 86_400_000;
const daysForm = /^(older)?(\d+)$/;

/** Whether a feature has a value, by dimension. */
export const hasValue: Readonly<Record<Dimension, Test>> = {
  state: (row, value) => row.state === value,
  tag: (row, value) => (value === noValue ? row.tags.length === 0 : row.tags.includes(value)),
  owner: (row, value) => (row.owner === null ? noValue : String(row.owner.id)) === value,
  changed: (row, value, { now }) => isInDays(row.changedAt, value, now),
  longevity: (row, value) => (row.longevity ?? noValue) === value,
  checked: (row, value, { activity, now }) => {
    const last = activity?.get(row.key)?.lastEvaluatedAt ?? null;
    return value === "never" ? last === null : isInDays(last, value, now);
  },
  gates: (row, value) => row.isOverridden === (value === "own"),
  finished: (row) => row.looksFinished,
};

/** Whether a time is within the last days, as in `7`, or before them, as in `older90`. */
function isInDays(at: number | null, value: string, now: number): boolean {
  const [, older, days] = daysForm.exec(value) ?? [];
  if (at === null || days === undefined) {
    return false;
  }
  return at >= now - Number(days) * dayMs !== (older !== undefined);
}
