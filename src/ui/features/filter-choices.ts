import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import {
  type Condition,
  type Dimension,
  type FilterContext,
  hasValue,
  isFound,
  noValue,
} from "./feature-filter.ts";
import type { ListFilter } from "./use-list-filter.ts";

const { filters: words } = texts.features;
const { longevities } = texts.newFeature;

interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

const inDays: readonly FilterChoice[] = [
  { value: "1", label: words.lastDay },
  ...[7, 14, 30].map((count) => ({ value: String(count), label: fill(words.lastDays, { count }) })),
];

const fixed = {
  state: [
    { value: "conditional", label: texts.states.conditional },
    { value: "on", label: texts.states.on },
    { value: "off", label: texts.states.off },
  ],
  changed: [...inDays, { value: "older90", label: fill(words.olderDays, { count: 90 }) }],
  longevity: [
    { value: "temporary", label: longevities.temporary },
    { value: "permanent", label: longevities.permanent },
    { value: noValue, label: longevities.unset },
  ],
  checked: [
    ...inDays,
    { value: "older30", label: fill(words.olderDays, { count: 30 }) },
    { value: "never", label: words.never },
  ],
  gates: [
    { value: "own", label: words.ownGates },
    { value: "production", label: words.asProduction },
  ],
  finished: [{ value: "yes", label: words.finished }],
} as const satisfies Partial<Record<Dimension, readonly FilterChoice[]>>;

/** The values that features can have, in the order of the menu. */
function choicesOf(dimension: Dimension, rows: readonly FeatureRow[]): readonly FilterChoice[] {
  if (dimension === "tag") {
    const tags = [...new Set(rows.flatMap((row) => row.tags))].sort();
    return [
      ...tags.map((tag) => ({ value: tag, label: tag })),
      { value: noValue, label: words.noTag },
    ];
  }
  if (dimension === "owner") {
    const owners = new Map(
      rows.flatMap(({ owner }) => (owner === null ? [] : [[owner.id, owner.name]])),
    );
    const people = Array.from(owners, ([id, name]) => ({ value: String(id), label: name }));
    people.sort((left, right) => left.label.localeCompare(right.label));
    return [...people, { value: noValue, label: words.noOwner }];
  }
  return fixed[dimension];
}

/** The values of a condition, as in "web or q4". */
export function conditionText(
  { dimension, values }: Condition,
  rows: readonly FeatureRow[],
): string {
  const labels = new Map(choicesOf(dimension, rows).map(({ value, label }) => [value, label]));
  return values
    .map((value) => labels.get(value) ?? (dimension === "owner" ? words.unknownOwner : value))
    .reduce((first, second) => fill(words.or, { first, second }));
}

interface CountedChoice extends FilterChoice {
  readonly isChosen: boolean;
  /** How many features of the other filters have the value. */
  readonly count: number;
}

/** The choices of a filter, with their counts under all other filters. */
export function countedChoices(
  dimension: Dimension,
  rows: readonly FeatureRow[],
  filter: ListFilter,
  context: FilterContext,
): readonly CountedChoice[] {
  const chosen = filter.chosen.find((condition) => condition.dimension === dimension);
  const others = filter.conditions.filter((condition) => condition !== chosen);
  const found = rows.filter((row) => isFound(row, { ...filter, conditions: others }, context));
  return choicesOf(dimension, rows).map(({ value, label }) => ({
    value,
    label,
    isChosen: chosen?.values.includes(value) === true,
    count: found.filter((row) => hasValue[dimension](row, value, context)).length,
  }));
}
