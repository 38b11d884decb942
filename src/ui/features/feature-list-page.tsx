import { type ReactElement, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useMay } from "../session/session.ts";
import { formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { type Activity, filterOf, filterRows, prepareSearch } from "./feature-filter.ts";
import { FeatureFilters } from "./feature-filters.tsx";
import { FeatureGrid } from "./feature-grid.tsx";
import { FeatureSearch } from "./feature-search.tsx";
import { NewFeatureModal } from "./new-feature-modal.tsx";
import { NoFeatures } from "./no-features.tsx";
import { type FeatureList, useFeatureList } from "./use-feature-list.ts";
import { useSearchText } from "./use-search-text.ts";

const { features: words } = texts;

export function FeatureListPage(): ReactElement {
  const { list, activity } = useFeatureList();
  const mayChange = useMay("member");
  const [isCreating, setCreating] = useState(false);
  const [text, setText] = useSearchText();
  const search = useRef<HTMLInputElement>(null);
  useShortcuts({
    "/": () => search.current?.focus(),
    ...(mayChange ? { n: () => setCreating(true) } : {}),
  });
  const count = list.data?.features.length;
  return (
    <>
      <PageHead
        aside={count !== undefined && <span className="count">{formatNumber(count)}</span>}
        label={words.title}
        title={words.title}
      >
        <FeatureSearch input={search} onType={setText} text={text} />
        {mayChange && (
          <Button icon="plus" look="main" onClick={() => setCreating(true)}>
            {words.newFeature}
          </Button>
        )}
      </PageHead>
      <Loaded lines={12} query={list}>
        {(answer) =>
          answer.features.length === 0 ? (
            <NoFeatures />
          ) : (
            <FilteredList
              activity={activity}
              list={answer}
              onClear={() => setText("")}
              text={text}
            />
          )
        }
      </Loaded>
      <NewFeatureModal isOpen={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

function FilteredList({
  list,
  activity,
  text,
  onClear,
}: {
  readonly list: FeatureList;
  readonly activity: Activity | undefined;
  readonly text: string;
  readonly onClear: () => void;
}): ReactElement {
  const [params] = useQueryState();
  const { state } = useEnvironment();
  // Typed letters appear immediately, and the rows as soon as they are found.
  const searched = useDeferredValue(text);
  const query = params.toString();
  const filter = useMemo(
    () => ({ ...filterOf(new URLSearchParams(query)), text: searched }),
    [query, searched],
  );
  const rows = useMemo(
    () => filterRows(list.features, filter, activity),
    [list.features, filter, activity],
  );
  useEffect(() => prepareSearch(list.features), [list.features]);
  return (
    <>
      <FeatureFilters
        activity={activity}
        filter={filter}
        hasOverrides={state !== "production"}
        rows={list.features}
      />
      <FeatureGrid activity={activity} filter={filter} onClear={onClear} rows={rows} />
    </>
  );
}
