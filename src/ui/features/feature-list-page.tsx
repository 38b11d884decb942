import { type ReactElement, useCallback, useEffect, useRef } from "react";
import { EnvironmentChoice } from "../environments/environment-choice.tsx";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useSearchText } from "../parts/use-search-text.ts";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useMay, useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";
import { dimensions } from "./feature-filter.ts";
import { FilteredList } from "./filtered-list.tsx";
import { useListColumns } from "./list-columns.ts";
import { useKeepListOrder } from "./list-order.ts";
import { NewFeatureModal } from "./new-feature-modal.tsx";
import { requestNewFeature, useNewFeatureRequest } from "./new-feature-request.ts";
import { NoFeatures } from "./no-features.tsx";
import { prepareSearch } from "./search-text.ts";
import { useFeatureList } from "./use-feature-list.ts";
import { useListFilter, useListRows } from "./use-list-filter.ts";
import { useViews } from "./use-views.ts";
import { ViewActions } from "./view-actions.tsx";
import { ViewTabs } from "./view-tabs.tsx";

const { features: words } = texts;
const noFeatures = [] as const;

export function FeatureListPage(): ReactElement {
  const columns = useListColumns();
  const { list, activity, others, isLoading } = useFeatureList(columns.environments);
  const { mode } = useSession();
  const mayChange = useMay("member");
  const [, setQuery] = useQueryState();
  const created = useNewFeatureRequest();
  const [text, setText] = useSearchText();
  const entry = useRef<(() => void) | null>(null);
  const { views, isLoading: areViewsLoading } = useViews(activity !== undefined);
  const filter = useListFilter(views, text);
  const all = list.data?.features ?? noFeatures;
  const { rows, counts, context } = useListRows(all, filter, views, activity, others);
  const clear = useCallback(() => {
    setText("");
    setQuery({
      q: null,
      view: null,
      ...Object.fromEntries(dimensions.map((name) => [name, null])),
    });
  }, [setText, setQuery]);
  useEffect(() => prepareSearch(all), [all]);
  useKeepListOrder(rows);
  useShortcuts(mayChange ? { n: () => requestNewFeature("") } : {});
  const isEmpty = list.data?.features.length === 0;
  return (
    <div className="list-page">
      <PageHead
        aside={mode === "hosted" && <InEnvironment />}
        label={words.title}
        tabs={
          !isEmpty && (
            <ViewTabs
              {...{ counts, views }}
              chosen={filter.view}
              isLoading={isLoading || areViewsLoading}
            >
              {mayChange && (
                <ViewActions onSearch={setText} text={filter.text} view={filter.view} />
              )}
            </ViewTabs>
          )
        }
        title={words.title}
      >
        <SearchField
          hint={words.searchHint}
          label={words.search}
          onLeave={() => entry.current?.()}
          onType={setText}
          text={text}
        />
        {mayChange && (
          <Button icon="plus" look="main" onClick={() => requestNewFeature("")}>
            {words.newFeature}
          </Button>
        )}
      </PageHead>
      <Loaded lines={12} query={list}>
        {() =>
          isEmpty ? (
            <NoFeatures onCreate={() => requestNewFeature("")} />
          ) : (
            <FilteredList
              activity={activity}
              all={all}
              columns={columns}
              context={context}
              entry={entry}
              filter={filter}
              isOutdated={list.isPlaceholderData}
              onClear={clear}
              onCreate={requestNewFeature}
              onSearch={setText}
              others={others}
              rows={rows}
            />
          )
        }
      </Loaded>
      <NewFeatureModal
        features={all}
        isOpen={created !== null}
        name={created ?? ""}
        onClose={() => requestNewFeature(null)}
      />
    </div>
  );
}

/** The environment as a part of the title's sentence. */
function InEnvironment(): ReactElement {
  return (
    <>
      <span className="faint">{words.in}</span>
      <EnvironmentChoice />
    </>
  );
}
