import { type ReactElement, Suspense, useState } from "react";
import { useAnswer } from "../api/use-answer.ts";
import { EnvironmentChoice } from "../environments/environment-choice.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { FilterChip } from "../parts/filter-chip.tsx";
import { LaterStyles } from "../parts/later-styles.tsx";
import { lazily } from "../parts/lazily.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card, PageHead } from "../parts/page.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironments } from "../paths/environment.ts";
import styles from "../style/compare.css" with { type: "file" };
import { compareTexts } from "../texts/compare-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { pastTexts } from "../texts/past-texts.ts";
import { CompareTable } from "./compare-table.tsx";
import { comparedPair, type Pair } from "./compared-pair.ts";
import { CopyGates, type CopyRequest } from "./copy-gates.tsx";
import { CopySelected } from "./copy-selected.tsx";
import { PairChoice } from "./pair-choice.tsx";

const { compare: words } = compareTexts;

const CompareTimes = lazily(async () => (await import("./compare-times.tsx")).CompareTimes);

/** Two environments side by side, or one at two times; the differences first. */
export function ComparePage(): ReactElement {
  const [params, setQuery] = useQueryState();
  const mode = params.get("by") === "time" ? "time" : "environment";
  const title = mode === "time" ? pastTexts.compareTimes.title : words.title;
  const choices = [
    { value: "environment", label: pastTexts.compareTimes.environments },
    { value: "time", label: pastTexts.compareTimes.times },
  ] as const;
  return (
    <>
      <LaterStyles file={styles} />
      <PageHead
        aside={mode === "time" ? <EnvironmentChoice /> : undefined}
        label={title}
        title={title}
      >
        <Segmented
          choices={choices}
          label={pastTexts.compareTimes.by}
          onChoose={(next) => setQuery({ by: next === "time" ? next : null })}
          value={mode}
        />
      </PageHead>
      <div className="page-body">
        {mode === "time" ? (
          <Suspense fallback={<div className="skeleton" />}>
            <CompareTimes />
          </Suspense>
        ) : (
          <CompareEnvironments />
        )}
      </div>
    </>
  );
}

function CompareEnvironments(): ReactElement {
  const { environment, environments } = useEnvironments();
  const [params] = useQueryState();
  const pair = comparedPair(environments, environment, params);
  return pair === null ? (
    <EmptyState icon="compare" title={words.onlyOneTitle}>
      {words.onlyOneText}
    </EmptyState>
  ) : (
    <>
      <PairChoice environments={environments} pair={pair} />
      <Compared key={`${pair.left.id} ${pair.right.id}`} pair={pair} />
    </>
  );
}

function Compared({ pair }: { readonly pair: Pair }): ReactElement {
  const [params, setQuery] = useQueryState();
  const [copied, setCopied] = useState<CopyRequest | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = useAnswer("GET /compare", {
    query: { a: String(pair.left.id), b: String(pair.right.id) },
  });
  const text = params.get("q") ?? "";
  const isOnlyDifferent = params.get("show") === "different";
  return (
    <Loaded name={words.title} lines={8} query={query}>
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
                <CompareTable
                  features={found}
                  onCopy={setCopied}
                  onSelect={setSelected}
                  pair={pair}
                  selected={selected}
                />
              )}
            </Card>
            <CopySelected keys={selected} onClear={() => setSelected(new Set())} pair={pair} />
            <CopyGates onClose={() => setCopied(null)} request={copied} />
          </>
        );
      }}
    </Loaded>
  );
}
