import { type ReactElement, useMemo, useState } from "react";
import type { StepRow } from "../../api/admin/contract/audit-models.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { Card, PageHead } from "../parts/page.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment } from "../paths/environment.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { AuditFilters } from "./audit-filters.tsx";
import { auditQuery, useStepPages } from "./audit-query.ts";
import { AuditStepItem } from "./audit-step-item.tsx";
import { auditDays } from "./audit-steps.ts";
import { UndoModal } from "./undo-modal.tsx";

const { audits: words } = texts;

/** All changes in the chosen environment, by day, each with an undo. */
export function AuditsPage(): ReactElement {
  const [params] = useQueryState();
  const query = auditQuery(params);
  const pages = useStepPages(query);
  const isFiltered = Object.keys(query).length > 0;
  return (
    <>
      <PageHead label={words.title} title={words.title} />
      <div className="page-body">
        <AuditFilters isFiltered={isFiltered} />
        <Loaded lines={8} query={pages}>
          {(data) => {
            const steps = data.pages.flatMap((page) => page.steps);
            return steps.length === 0 && !pages.hasNextPage ? (
              <Nothing isFiltered={isFiltered} />
            ) : (
              <div aria-busy={pages.isPlaceholderData} className="audit-days">
                <Days steps={steps} />
                <PagesEnd
                  count={steps.length}
                  eventsMax={data.pages[0]?.eventsMax ?? null}
                  hasMore={pages.hasNextPage}
                  isBusy={pages.isFetchingNextPage}
                  onMore={() => void pages.fetchNextPage()}
                />
              </div>
            );
          }}
        </Loaded>
      </div>
    </>
  );
}

const dates = new Intl.DateTimeFormat(navigator.language, { dateStyle: "full" });
const dayNames = new Intl.RelativeTimeFormat(navigator.language, { numeric: "auto" });

function Days({ steps }: { readonly steps: readonly StepRow[] }): ReactElement {
  const [undone, setUndone] = useState<StepRow | null>(null);
  const days = useMemo(() => auditDays(steps), [steps]);
  return (
    <>
      {days.map((day) => (
        <Card isFlush={true} key={day.start} title={<DayName start={day.start} />}>
          <ol aria-label={dates.format(day.start)} className="audits">
            {day.steps.map((step) => (
              <AuditStepItem key={step.newest.id} onUndo={setUndone} step={step} />
            ))}
          </ol>
        </Card>
      ))}
      <UndoModal onClose={() => setUndone(null)} step={undone} />
    </>
  );
}

/** "Today" and "yesterday" next to the date, because people look for both. */
function DayName({ start }: { readonly start: number }): ReactElement {
  const today = new Date().setHours(0, 0, 0, 0);
  const yesterday = new Date(today - 1).setHours(0, 0, 0, 0);
  const ago = start === today ? 0 : start === yesterday ? -1 : null;
  return (
    <>
      {ago !== null && <span className="day-name">{dayNames.format(ago, "day")}</span>}
      <span>{dates.format(start)}</span>
    </>
  );
}

function PagesEnd({
  count,
  eventsMax,
  hasMore,
  isBusy,
  onMore,
}: {
  readonly count: number;
  readonly eventsMax: number | null;
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly onMore: () => void;
}): ReactElement {
  return (
    <div className="pages-end">
      <p aria-live="polite" className="faint">
        {plural(words.shown, count)}
        {!hasMore && eventsMax !== null && ` ${plural(words.newestOnly, eventsMax)}`}
      </p>
      {hasMore && (
        <Button isBusy={isBusy} onClick={onMore}>
          {words.older}
        </Button>
      )}
    </div>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }): ReactElement {
  const { name } = useEnvironment();
  return isFiltered ? (
    <EmptyState icon="search" title={words.nothingMatches}>
      {words.nothingMatchesText}
    </EmptyState>
  ) : (
    <EmptyState icon="audits" title={fill(words.emptyTitle, { name })}>
      {words.emptyText}
    </EmptyState>
  );
}
