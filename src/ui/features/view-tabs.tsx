import { memo, type ReactElement, type ReactNode } from "react";
import { Tabs } from "../parts/tabs.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { FeatureView } from "./feature-views.ts";

const { views: words } = texts.features;

/**
 * A tab for each view, with the number of its features under the present filters. Empty while it
 * loads, so that no tab moves.
 */
export const ViewTabs = memo(function ViewTabs({
  views,
  chosen,
  counts,
  isLoading,
  children,
}: {
  readonly views: readonly FeatureView[];
  readonly chosen: FeatureView;
  readonly counts: ReadonlyMap<string, number>;
  readonly isLoading: boolean;
  readonly children?: ReactNode;
}): ReactElement {
  const [params, setQuery] = useQueryState();
  const hrefOf = (id: string) => {
    const query = new URLSearchParams(params);
    query.delete("view");
    if (id !== "") {
      query.set("view", id);
    }
    return `?${query}`;
  };
  return (
    <Tabs label={words.label}>
      {(isLoading ? [] : views).map(({ id, name }) => (
        <a
          aria-current={id === chosen.id ? "page" : undefined}
          className="tab"
          href={hrefOf(id)}
          key={id}
          onClick={(event) => {
            if (!event.metaKey && !event.ctrlKey && !event.shiftKey) {
              event.preventDefault();
              setQuery({ view: id });
            }
          }}
        >
          {name}
          <span className="tab-value">{formatNumber(counts.get(id) ?? 0)}</span>
        </a>
      ))}
      {!isLoading && children}
    </Tabs>
  );
});
