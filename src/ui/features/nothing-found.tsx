import { type ReactElement, useMemo } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { Button } from "../parts/button.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useMay, useSession } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { type FilterContext, filterRows } from "./feature-filter.ts";
import { filterText } from "./feature-filters.tsx";
import { nearestSpelling } from "./nearest-spelling.ts";
import { wordsOf } from "./search-text.ts";
import type { ListFilter } from "./use-list-filter.ts";

const { features: words } = texts;

/** What to do if the filters show no feature. */
export function NothingFound({
  all,
  filter,
  context,
  onSearch,
  onClear,
  onCreate,
}: {
  readonly all: readonly FeatureRow[];
  readonly filter: ListFilter;
  readonly context: FilterContext;
  readonly onSearch: (text: string) => void;
  readonly onClear: () => void;
  readonly onCreate: (key: string) => void;
}): ReactElement {
  const mayChange = useMay("member");
  const { mode } = useSession();
  const { name } = useEnvironment();
  const text = filter.text.trim();
  const other = useMemo(() => otherSpelling(all, filter, context), [all, filter, context]);
  const place = [
    ...(mode === "hosted" ? [name] : []),
    ...[filterText(filter, all)].filter(Boolean),
  ];
  return (
    <div className="nothing-found">
      <p className="nothing-title">
        {text === "" ? words.nothingMatches : fill(words.nothingMatchesText, { text })}
      </p>
      <p className="faint">{fill(words.nothingMatchesIn, { filters: place.join(", ") })}</p>
      <div className="nothing-actions">
        {other !== null && (
          <Button onClick={() => onSearch(other.word)}>{fill(words.lookFor, other)}</Button>
        )}
        <Button onClick={onClear}>{words.clearFilters}</Button>
        {mayChange && text !== "" && (
          <Button onClick={() => onCreate(text)}>
            {fill(words.newFeatureCalled, { key: text })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** A word that is like the text, and how many features the filters find with it. */
function otherSpelling(
  all: readonly FeatureRow[],
  filter: ListFilter,
  context: FilterContext,
): { readonly word: string; readonly count: number } | null {
  const candidates = filterRows(all, { ...filter, words: [] }, context);
  const word = nearestSpelling(candidates, filter.text);
  return word === null
    ? null
    : {
        word,
        count: filterRows(candidates, { words: wordsOf(word), conditions: [] }, context).length,
      };
}
