import type { ReactElement } from "react";
import { useQueryState } from "../parts/use-query-state.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { FeatureFilter, Sort } from "./feature-filter.ts";

const { columns, sortBy } = texts.features;

/** The names of the columns; sortable ones are buttons. */
export function FeatureGridHead({
  filter,
  hasActivity,
}: {
  readonly filter: FeatureFilter;
  readonly hasActivity: boolean;
}): ReactElement {
  const sorts = (sort: Sort, label: string, place: string) => (
    <SortHead filter={filter} label={label} place={place} sort={sort} />
  );
  return (
    <div className="grid-head" role="rowgroup">
      <div className="grid-row" role="row">
        {sorts("state", columns.state, "cell-state")}
        {sorts("key", columns.feature, "cell-feature")}
        <span className="cell-words" role="columnheader">
          {columns.openFor}
        </span>
        <span className="cell-tags" role="columnheader">
          {columns.tags}
        </span>
        {hasActivity && sorts("evaluations", columns.evaluations, "cell-chart")}
        {hasActivity && sorts("last", columns.last, "cell-last")}
        <span className="cell-menu" role="columnheader">
          <span className="visually-hidden">{texts.common.more}</span>
        </span>
      </div>
    </div>
  );
}

function SortHead({
  sort,
  label,
  place,
  filter,
}: {
  readonly sort: Sort;
  readonly label: string;
  readonly place: string;
  readonly filter: FeatureFilter;
}): ReactElement {
  const [, setQuery] = useQueryState();
  const isSorted = filter.sort === sort;
  // Numbers and times are most useful in descending order.
  const startsDown = sort === "evaluations" || sort === "last";
  const isNextDown = isSorted ? !filter.isDescending : startsDown;
  const next = `${isNextDown ? "-" : ""}${sort}`;
  return (
    <span
      aria-sort={isSorted ? (filter.isDescending ? "descending" : "ascending") : "none"}
      className={place}
      role="columnheader"
    >
      <button
        aria-label={fill(sortBy, { column: label })}
        className="sort"
        onClick={() => setQuery({ sort: next === "key" ? null : next })}
        tabIndex={-1}
        type="button"
      >
        {sort === "state" ? "" : label}
      </button>
    </span>
  );
}
