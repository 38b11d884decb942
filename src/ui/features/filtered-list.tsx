import { memo, type ReactElement, type RefObject } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { Activity, FilterContext } from "./feature-filter.ts";
import { FeatureFilters } from "./feature-filters.tsx";
import { FeatureGrid } from "./feature-grid.tsx";
import type { ListColumns } from "./list-columns.ts";
import { ListLookMenu } from "./list-look-menu.tsx";
import { NothingFound } from "./nothing-found.tsx";
import type { OtherEnvironments } from "./other-environments.ts";
import type { ListFilter } from "./use-list-filter.ts";

const { features: words } = texts;

interface FilteredListProps {
  readonly all: readonly FeatureRow[];
  readonly rows: readonly FeatureRow[];
  readonly filter: ListFilter;
  readonly context: FilterContext;
  readonly columns: ListColumns;
  readonly activity: Activity | undefined;
  readonly others: OtherEnvironments;
  readonly isOutdated: boolean;
  readonly entry: RefObject<(() => void) | null>;
  readonly onSearch: (text: string) => void;
  readonly onClear: () => void;
  readonly onCreate: (key: string) => void;
}

/** The filters and the rows. It is not rendered again for letters whose rows are not found yet. */
export const FilteredList = memo(function FilteredList({
  onSearch,
  onClear,
  onCreate,
  context,
  columns,
  ...list
}: FilteredListProps): ReactElement {
  const { all, rows, filter } = list;
  return (
    <>
      <div className="list-tools">
        <FeatureFilters all={all} context={context} filter={filter} />
        <span className="count">
          {fill(words.shownOf, { shown: rows.length, all: all.length })}
        </span>
        <ListLookMenu columns={columns} />
      </div>
      <FeatureGrid
        {...list}
        columns={columns.shown}
        nothing={
          <NothingFound
            all={all}
            context={context}
            filter={filter}
            onClear={onClear}
            onCreate={onCreate}
            onSearch={onSearch}
          />
        }
      />
    </>
  );
});
