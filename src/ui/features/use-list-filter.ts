import { useDeferredValue, useMemo } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { useQueryState } from "../parts/use-query-state.ts";
import {
  type Activity,
  type Condition,
  conditionsOf,
  type FilterContext,
  filterOf,
  filterRows,
} from "./feature-filter.ts";
import { type Sort, sortOf, sortRows } from "./feature-sort.ts";
import { chosenView, type FeatureView } from "./feature-views.ts";
import { cursorName } from "./list-position.ts";
import type { OtherEnvironments } from "./other-environments.ts";
import { wordsOf } from "./search-text.ts";

export interface ListFilter {
  readonly view: FeatureView;
  readonly text: string;
  readonly words: readonly string[];
  /** The conditions of the view and of the filters. */
  readonly conditions: readonly Condition[];
  /** The conditions of the filters. */
  readonly chosen: readonly Condition[];
  readonly sort: Sort;
  /** The view, the filters, the text and the sort, as a text. */
  readonly id: string;
}

/** The filter in the URL, with the typed text; rows follow a little later than the text. */
export function useListFilter(views: readonly FeatureView[], text: string): ListFilter {
  const [params] = useQueryState();
  const searched = useDeferredValue(text);
  params.delete(cursorName);
  params.delete("q");
  const query = params.toString();
  const view = chosenView(views, params.get("view"));
  const sortInUrl = params.get("sort") ?? new URLSearchParams(view.query).get("sort");
  const sort = useMemo(() => sortOf(sortInUrl), [sortInUrl]);
  return useMemo(() => {
    const chosen = conditionsOf(query);
    const ofView = filterOf(view.query);
    return {
      view,
      text: searched,
      chosen,
      conditions: [...ofView.conditions, ...chosen],
      words: [...ofView.words, ...wordsOf(searched)],
      sort,
      id: `${query} ${searched}`,
    };
  }, [view, sort, query, searched]);
}

interface ListRows {
  readonly rows: readonly FeatureRow[];
  /** How many features each view has under the present filters, by its id. */
  readonly counts: ReadonlyMap<string, number>;
  readonly context: FilterContext;
}

export function useListRows(
  all: readonly FeatureRow[],
  filter: ListFilter,
  views: readonly FeatureView[],
  activity: Activity | undefined,
  others: OtherEnvironments,
): ListRows {
  const { sort, text, words, chosen, conditions } = filter;
  const context = useMemo(
    (): FilterContext => ({ activity, now: all.length === 0 ? 0 : Date.now() }),
    [activity, all],
  );
  // Sorted once, not with every letter that filters the rows.
  const sorted = useMemo(
    () => sortRows(all, sort, activity, others),
    [all, sort, activity, others],
  );
  const rows = useMemo(
    () => filterRows(sorted, { words, conditions }, context),
    [sorted, words, conditions, context],
  );
  const counts = useMemo(() => {
    const found = filterRows(all, { words: wordsOf(text), conditions: chosen }, context);
    return new Map(
      views.map(({ id, query }) => [id, filterRows(found, filterOf(query), context).length]),
    );
  }, [all, text, chosen, views, context]);
  return { rows, counts, context };
}
