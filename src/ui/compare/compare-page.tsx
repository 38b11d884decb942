import { type ReactElement, useState } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { EmptyState } from "../parts/empty-state.tsx";
import { FilterChip } from "../parts/filter-chip.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card, PageHead } from "../parts/page.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironments } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { CompareTable } from "./compare-table.tsx";
import { comparedPair, type Pair } from "./compared-pair.ts";
import { CopyGates, type CopyRequest } from "./copy-gates.tsx";
import { PairChoice } from "./pair-choice.tsx";

const { compare: words } = texts;

/** Two environments side by side, the differences first. */
export function ComparePage(): ReactElement {
  const { environment, environments } = useEnvironments();
  const [params] = useQueryState();
  const pair = comparedPair(environments, environment, params);
  return (
    <>
      <PageHead label={words.title} title={words.title} />
      <div className="page-body">
        {pair === null ? (
          <EmptyState icon="compare" title={words.onlyOneTitle}>
            {words.onlyOneText}
          </EmptyState>
        ) : (
          <>
            <PairChoice environments={environments} pair={pair} />
            <Compared key={`${pair.left.id} ${pair.right.id}`} pair={pair} />
          </>
        )}
      </div>
    </>
  );
}

function Compared({ pair }: { readonly pair: Pair }): ReactElement {
  const [params, setQuery] = useQueryState();
  const [copied, setCopied] = useState<CopyRequest | null>(null);
  const query = useAnswer("GET /compare", {
    query: { a: String(pair.left.id), b: String(pair.right.id) },
  });
  const text = params.get("q") ?? "";
  const isOnlyDifferent = params.get("show") === "different";
  return (
    <Loaded lines={8} query={query}>
      {({ features, featureCount, differentCount }) => {
        const found = features.filter(
          ({ key, isDifferent }) =>
            (isDifferent || !isOnlyDifferent) && key.toLowerCase().includes(text.toLowerCase()),
        );
        return (
          <>
            <fieldset aria-label={words.filters} className="filters filters-plain">
              <FilterChip
                count={featureCount}
                isChosen={!isOnlyDifferent}
                label={words.all}
                onChoose={() => setQuery({ show: null })}
              />
              <FilterChip
                count={differentCount}
                isChosen={isOnlyDifferent}
                label={words.onlyDifferent}
                onChoose={() => setQuery({ show: "different" })}
              />
              <SearchField label={words.search} onType={(q) => setQuery({ q })} text={text} />
            </fieldset>
            <p aria-live="polite" className="visually-hidden">
              {plural(words.shown, found.length)}
            </p>
            {featureCount > features.length && (
              <p className="faint">
                {fill(words.cut, { shown: features.length, count: featureCount })}
              </p>
            )}
            <Card isFlush={true}>
              {found.length === 0 ? (
                <EmptyState
                  icon={differentCount === 0 ? "check" : "search"}
                  title={differentCount === 0 ? words.noDifference : words.nothingMatches}
                />
              ) : (
                <CompareTable features={found} onCopy={setCopied} pair={pair} />
              )}
            </Card>
            <CopyGates onClose={() => setCopied(null)} request={copied} />
          </>
        );
      }}
    </Loaded>
  );
}
