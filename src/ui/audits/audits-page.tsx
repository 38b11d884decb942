import { type ReactElement, useState } from "react";
import { urlOf } from "../api/call.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Menu } from "../parts/menu.tsx";
import { PageHead } from "../parts/page.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { ChainBadge } from "../record/chain-badge.tsx";
import { auditsTexts } from "../texts/audits-texts.ts";
import { plural } from "../texts/fill.ts";
import { auditQuery, type StepFilterQuery } from "./audit-filter.ts";
import { AuditFilters, clearedFilters } from "./audit-filters.tsx";
import { useProjectSteps } from "./audit-query.ts";
import { AuditsTabs, useSeesActs } from "./audits-tabs.tsx";
import { StepDays } from "./step-days.tsx";

const { audits: words } = auditsTexts;

/** All changes in all environments, by day, each with an undo. */
export function AuditsPage(): ReactElement {
  const [params] = useQueryState();
  const seesActs = useSeesActs();
  // Another day begins at the next visit: the list does not move under the reader.
  const [now] = useState(Date.now);
  const query = auditQuery(params, now);
  const pages = useProjectSteps(query);
  const isFiltered = Object.keys(query).length > 0;
  const first = pages.data?.pages[0];
  const steps = pages.data?.pages.flatMap((page) => page.steps) ?? [];
  const count = pages.hasNextPage ? null : (first?.stepCount ?? steps.length);
  return (
    <>
      <PageHead label={words.title} tabs={<AuditsTabs />} title={words.title}>
        {seesActs && pages.data !== undefined && <ChainBadge />}
        <ExportMenu query={query} />
      </PageHead>
      <div className="page-body audits-body">
        <AuditFilters
          count={pages.data === undefined ? null : count}
          isFiltered={isFiltered}
          steps={steps}
        />
        <Loaded lines={8} query={pages}>
          {() =>
            steps.length === 0 ? (
              <Nothing
                hasMore={pages.hasNextPage}
                isBusy={pages.isFetchingNextPage}
                isFiltered={isFiltered}
                onMore={() => void pages.fetchNextPage()}
              />
            ) : (
              <>
                <StepDays
                  hasMore={pages.hasNextPage}
                  isBusy={pages.isPlaceholderData}
                  list={pages.isPlaceholderData ? null : JSON.stringify(query)}
                  steps={steps}
                />
                <div className="pages-end">
                  <p aria-live="polite" className={pages.hasNextPage ? "faint" : "visually-hidden"}>
                    {plural(words.shown, steps.length)}
                  </p>
                  {pages.hasNextPage && (
                    <Button
                      isBusy={pages.isFetchingNextPage}
                      onClick={() => void pages.fetchNextPage()}
                    >
                      {words.older}
                    </Button>
                  )}
                </div>
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

/** Downloads what the filter selects. */
function ExportMenu({ query }: { readonly query: StepFilterQuery }): ReactElement {
  const { before: _before, ...filter } = query;
  const download = (format: "csv" | "jsonl") => {
    const link = document.createElement("a");
    link.href = urlOf("GET /audits/export", { query: { format, ...filter } });
    link.download = "";
    link.click();
  };
  return (
    <Menu
      actions={[
        { label: words.exportCsv, icon: "download", onChoose: () => download("csv") },
        { label: words.exportLines, icon: "download", onChoose: () => download("jsonl") },
      ]}
      trigger={words.export}
    />
  );
}

function Nothing({
  isFiltered,
  hasMore,
  isBusy,
  onMore,
}: {
  readonly isFiltered: boolean;
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly onMore: () => void;
}): ReactElement {
  const [, setQuery] = useQueryState();
  if (!isFiltered) {
    return (
      <EmptyState icon="audits" title={words.emptyTitle}>
        {words.emptyText}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="search" title={hasMore ? words.nothingYet : words.nothingMatches}>
      {hasMore && (
        <Button isBusy={isBusy} onClick={onMore}>
          {words.searchOlder}
        </Button>
      )}{" "}
      <Button onClick={() => setQuery(clearedFilters)}>{words.clear}</Button>
    </EmptyState>
  );
}
