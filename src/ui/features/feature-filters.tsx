import { memo, type ReactElement, useState } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { IconButton } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { MenuButton } from "../parts/menu.tsx";
import type { MenuItems } from "../parts/menu-items.ts";
import { useQueryState } from "../parts/use-query-state.ts";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import {
  type Condition,
  type Dimension,
  dimensions,
  type FilterContext,
} from "./feature-filter.ts";
import { conditionText, countedChoices } from "./filter-choices.ts";
import type { ListFilter } from "./use-list-filter.ts";

const { filters: words } = texts.features;

interface FilterProps {
  /** All features, whatever the filters. */
  readonly all: readonly FeatureRow[];
  readonly filter: ListFilter;
  readonly context: FilterContext;
}

/** The filters of the list: a chip for each, and the menu that adds one. */
export const FeatureFilters = memo(function FeatureFilters(props: FilterProps): ReactElement {
  const [, setQuery] = useQueryState();
  return (
    <fieldset aria-label={words.label} className="filter-chips">
      {props.filter.chosen.map((condition) => (
        <span className="filter-chip" key={condition.dimension}>
          <ConditionMenu {...props} condition={condition} />
          <IconButton
            icon="close"
            label={fill(words.remove, { name: words.names[condition.dimension] })}
            onClick={() => setQuery({ [condition.dimension]: null })}
          />
        </span>
      ))}
      <AddFilter {...props} />
    </fieldset>
  );
});

function ConditionMenu({
  condition,
  ...props
}: FilterProps & { readonly condition: Condition }): ReactElement {
  const listOf = useFilterValues(props);
  return (
    <MenuButton align="start" className="filter-chip-text" list={() => listOf(condition.dimension)}>
      <span>{words.names[condition.dimension]}</span>
      <b>{conditionText(condition, props.all)}</b>
    </MenuButton>
  );
}

/** The menu of all filters; each has its values in a menu of its own. */
function AddFilter(props: FilterProps): ReactElement {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ f: () => setOpen(true) });
  const possible = usePossibleFilters(props);
  const listOf = useFilterValues(props);
  return (
    <MenuButton
      align="start"
      className="filter-chip filter-chip-add"
      isOpen={isOpen}
      list={() => ({
        kind: "menus",
        menus: possible.map((dimension) => ({
          label: words.names[dimension],
          list: () => listOf(dimension),
        })),
      })}
      onOpenChange={setOpen}
    >
      <Icon name="plus" />
      {words.add}
      <kbd>f</kbd>
    </MenuButton>
  );
}

const onlyInViews: ReadonlySet<Dimension> = new Set(["finished"]);

function usePossibleFilters({ context }: FilterProps): readonly Dimension[] {
  const { mode } = useSession();
  const { state } = useEnvironment();
  const impossible: ReadonlySet<Dimension> = new Set([
    ...onlyInViews,
    ...(mode === "hosted" ? [] : (["owner"] as const)),
    ...(context.activity === undefined ? (["checked"] as const) : []),
    ...(state === "production" ? (["gates"] as const) : []),
  ]);
  return dimensions.filter((dimension) => !impossible.has(dimension));
}

/** The values of a filter with their counts; a feature has one of the chosen values. */
function useFilterValues({ all, filter, context }: FilterProps) {
  const [, setQuery] = useQueryState();
  return (dimension: Dimension): MenuItems => {
    const choices = countedChoices(dimension, all, filter, context);
    const choose = (value: string, isChosen: boolean) => {
      // In the order of the menu, so that the same filter has the same URL.
      const values = choices
        .filter((choice) => (choice.value === value ? isChosen : choice.isChosen))
        .map((choice) => choice.value);
      setQuery({ [dimension]: values.join(",") });
    };
    return {
      kind: "checks",
      items: choices.map(({ value, label, isChosen, count }) => ({
        label,
        after: <span className="count">{formatNumber(count)}</span>,
        isChecked: isChosen,
        onChange: (checked) => choose(value, checked),
      })),
    };
  };
}

/** The filters and the view in words, as in "State Conditional or on, Tag web". */
export function filterText(filter: ListFilter, all: readonly FeatureRow[]): string {
  const parts = filter.chosen.map(
    (condition) => `${words.names[condition.dimension]} ${conditionText(condition, all)}`,
  );
  return [...(filter.view.id === "" ? [] : [filter.view.name]), ...parts].join(", ");
}
