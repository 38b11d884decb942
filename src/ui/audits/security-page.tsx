import { type ReactElement, useMemo, useState } from "react";
import type { ActRow } from "../../api/admin/contract/act-models.ts";
import { urlOf } from "../api/call.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { Icon } from "../parts/icon.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironments } from "../paths/environment.ts";
import { ChainBadge } from "../record/chain-badge.tsx";
import { actsTexts } from "../texts/acts-texts.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { ActFilters, actListId, clearedActFilters } from "./act-filters.tsx";
import { ActLine } from "./act-line.tsx";
import type { ActNames } from "./act-sentence.ts";
import { byDay } from "./audit-dates.ts";
import { AuditsTabs } from "./audits-tabs.tsx";
import { DayHead, dayLabel } from "./day-head.tsx";
import { actQuery, useActs } from "./use-acts.ts";
import { useLogCursor } from "./use-log-cursor.ts";

const { acts: words } = actsTexts;
const { audits: common } = auditsTexts;
const proofsUrl = urlOf("GET /audit/export", {});

/** Sign-ins, and changes of members, tokens, policies and settings, by day. */
export function SecurityPage(): ReactElement {
  const [params] = useQueryState();
  // Another day begins at the next visit: the list does not move under the reader.
  const [now] = useState(Date.now);
  const query = actQuery(params, now);
  const pages = useActs(query);
  const names = useNames();
  const acts = pages.data?.pages.flatMap((page) => page.acts) ?? [];
  const isFiltered = Object.keys(query).length > 0;
  const more = {
    hasMore: pages.hasNextPage,
    isBusy: pages.isFetchingNextPage,
    onMore: () => void pages.fetchNextPage(),
  };
  return (
    <>
      <PageHead
        label={`${words.security} · ${common.title}`}
        tabs={<AuditsTabs />}
        title={common.title}
      >
        <ChainBadge />
        <a
          className="button button-normal"
          download={true}
          href={proofsUrl}
          title={words.proofsHint}
        >
          <Icon name="download" />
          {words.proofs}
        </a>
      </PageHead>
      <div className="page-body audits-body">
        <ActFilters
          acts={acts}
          authors={names}
          count={pages.data === undefined || pages.hasNextPage ? null : acts.length}
          isFiltered={isFiltered}
        />
        <Loaded lines={8} query={pages}>
          {() =>
            acts.length === 0 ? (
              <Nothing isFiltered={isFiltered} {...more} />
            ) : (
              <>
                <ActDays
                  acts={acts}
                  hasMore={pages.hasNextPage}
                  isBusy={pages.isPlaceholderData}
                  names={names}
                />
                <End count={acts.length} {...more} />
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

interface More {
  readonly hasMore: boolean;
  readonly isBusy: boolean;
  readonly onMore: () => void;
}

/** The names of all people, and of the tokens of the chosen environment. */
function useNames(): ActNames {
  const { environment } = useEnvironments();
  const { data } = useAnswer("GET /environments/:environment/audit-actors", {
    params: { environment: environment.id },
  });
  return useMemo(() => new Map((data?.actors ?? []).map(({ id, name }) => [id, name])), [data]);
}

function ActDays({
  acts,
  names,
  hasMore,
  isBusy,
}: {
  readonly acts: readonly ActRow[];
  readonly names: ActNames;
  /** Whether the last day may have more acts. */
  readonly hasMore: boolean;
  readonly isBusy: boolean;
}): ReactElement {
  const { environments } = useEnvironments();
  const ids = useMemo(() => acts.map(({ n }) => String(n)), [acts]);
  const { current, isShown, opened, toggle, show } = useLogCursor(ids, useState(false));
  const days = useMemo(() => byDay(acts, ({ at }) => at), [acts]);
  const environmentName = (id: number) =>
    environments.find((each) => each.id === id)?.name ??
    fill(words.otherEnvironment, { id: String(id) });
  return (
    <section
      aria-busy={isBusy}
      aria-label={words.list}
      className="log"
      id={actListId}
      onFocus={({ target, currentTarget }) => target === currentTarget && show()}
      tabIndex={-1}
    >
      {days.map((day, index) => (
        <section className="log-day" key={`${day.start} ${day.entries[0]?.n}`}>
          <DayHead
            count={
              hasMore && index === days.length - 1 ? null : plural(words.events, day.entries.length)
            }
            start={day.start}
          />
          <ol aria-label={dayLabel(day.start)}>
            {day.entries.map((act) => {
              const id = String(act.n);
              return (
                <ActLine
                  act={act}
                  environment={act.environment === null ? null : environmentName(act.environment)}
                  isCurrent={isShown && id === current}
                  isOpen={opened.has(id)}
                  key={id}
                  names={names}
                  onToggle={() => toggle(id)}
                />
              );
            })}
          </ol>
        </section>
      ))}
    </section>
  );
}

function End({
  count,
  hasMore,
  isBusy,
  onMore,
}: More & {
  readonly count: number;
}): ReactElement {
  return (
    <div className="pages-end">
      <p aria-live="polite" className={hasMore ? "faint" : "visually-hidden"}>
        {plural(words.shown, count)}
      </p>
      {hasMore && (
        <Button isBusy={isBusy} onClick={onMore}>
          {words.older}
        </Button>
      )}
    </div>
  );
}

function Nothing({
  isFiltered,
  hasMore,
  isBusy,
  onMore,
}: More & { readonly isFiltered: boolean }): ReactElement {
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
      <Button onClick={() => setQuery(clearedActFilters)}>{common.clear}</Button>
    </EmptyState>
  );
}
