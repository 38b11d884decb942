import { type ReactElement, Suspense, useDeferredValue, useEffect, useState } from "react";
import { Link } from "wouter";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { EnvironmentChoice } from "../environments/environment-choice.tsx";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { lazily } from "../parts/lazily.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { SearchField } from "../parts/search-field.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useAskedTime } from "../past/asked-time.ts";
import { latestChanges, useChangeTimes } from "../past/use-change-times.ts";
import { actorsPath } from "../paths/actor-path.ts";
import { useEnvironment, useEnvironments, usePagePath } from "../paths/environment.ts";
import { useSession } from "../session/session.ts";
import { actorsTexts } from "../texts/actors-texts.ts";
import { formatNumber } from "../texts/fill.ts";
import { pastTexts } from "../texts/past-texts.ts";
import { ActorFactChips } from "./actor-facts.tsx";
import {
  type ActorShow,
  actorShows,
  countsOf,
  matchingRows,
  type ShownFeature,
  shownNow,
  shownThen,
} from "./actor-filter.ts";
import { ActorGrid } from "./actor-grid.tsx";
import { useActorFacts } from "./actor-question.ts";
import { recentActors } from "./recent-actors.ts";
import { useActorFeatures } from "./use-actor-features.ts";

const words = actorsTexts.actors;
const othersMax = 3;

const TimeCard = lazily(async () => (await import("../past/time-card.tsx")).TimeCard);

/** All features of one actor, with the reason of each, now or at a time of the past. */
export function ActorPage({ id }: { readonly id: string }): ReactElement {
  const { mode } = useSession();
  const [at, setAt] = useAskedTime();
  return (
    <>
      <PageHead
        aside={
          <>
            <CopyButton isSmall={true} label={words.copyId} text={id} />
            {mode === "hosted" && (
              <>
                <span className="faint">{words.in}</span>
                <EnvironmentChoice />
              </>
            )}
          </>
        }
        before={<ActorsCrumb />}
        label={id}
        title={id}
      >
        <TimeChoice at={at} onChoose={setAt} />
        <LinkButton />
      </PageHead>
      <div className="page-body actor-body">
        <ActorFactChips />
        <FeaturesAt at={at} id={id} onChoose={setAt} />
      </div>
    </>
  );
}

/** Where a person begins to look back. */
const lookBackMs = 3_600_000;

function TimeChoice({
  at,
  onChoose,
}: {
  readonly at: number | null;
  readonly onChoose: (at: number | null) => void;
}): ReactElement {
  const { createdAt } = useEnvironment();
  const choices = [
    { value: "now", label: pastTexts.past.now },
    { value: "at", label: pastTexts.past.atTime },
  ] as const;
  return (
    <Segmented
      choices={choices}
      label={pastTexts.past.mode}
      onChoose={(mode) =>
        onChoose(mode === "now" ? null : (at ?? Math.max(createdAt, Date.now() - lookBackMs)))
      }
      value={at === null ? "now" : "at"}
    />
  );
}

function FeaturesAt({
  id,
  at,
  onChoose,
}: {
  readonly id: string;
  readonly at: number | null;
  readonly onChoose: (at: number | null) => void;
}): ReactElement {
  const { user } = useSession();
  const othersNow = useOtherEnvironments();
  const others = othersNow.filter(({ createdAt }) => at === null || createdAt <= at);
  const [facts] = useActorFacts();
  const query = useActorFeatures(id, facts, othersNow.map(idOf));
  const past = useActorFeatures(id, facts, others.map(idOf), { at, isNeeded: at !== null });
  const isFound = query.isSuccess;
  useEffect(() => {
    // A refused id, such as one that is too long, is not worth keeping.
    if (isFound) {
      recentActors.add(user?.id ?? null, id);
    }
  }, [isFound, id, user]);
  const changes = useChangeTimes(at !== null);
  const isPast = at !== null;
  const rows =
    isPast && past.data !== undefined && query.data !== undefined
      ? shownThen(
          past.data.features,
          query.data.features,
          latestChanges(changes.data ?? { changes: [] }, at),
        )
      : null;
  const differing = rows?.filter(({ differs }) => differs).length ?? 0;
  return (
    <>
      {isPast && (
        <Suspense fallback={<div className="skeleton" />}>
          <TimeCard
            at={at}
            counts={rows && past.error === null ? { differing, all: rows.length } : null}
            onChoose={onChoose}
          />
        </Suspense>
      )}
      <Loaded lines={12} query={isPast && query.isSuccess ? past : query}>
        {(answer) => (
          <Features at={at} id={id} others={others} rows={rows ?? shownNow(answer.features)} />
        )}
      </Loaded>
    </>
  );
}

function idOf({ id }: EnvironmentRow): number {
  return id;
}

function ActorsCrumb(): ReactElement {
  const pagePath = usePagePath();
  return (
    <nav aria-label={words.crumb} className="crumb">
      <Link href={pagePath(actorsPath)}>{words.title}</Link>
    </nav>
  );
}

function LinkButton(): ReactElement {
  // Rendered with each change of the URL, because it reads the query.
  useQueryState();
  return (
    <CopyButton icon="link" isSmall={true} label={words.copyLink} text={window.location.href} />
  );
}

/** The environments in further columns: Production, and those with the most own gates. */
function useOtherEnvironments(): readonly EnvironmentRow[] {
  const { environment, environments } = useEnvironments();
  const weight = ({ state, overrideCount }: EnvironmentRow) =>
    state === "production" ? Number.POSITIVE_INFINITY : overrideCount;
  const chosen = environments
    .filter(({ id }) => id !== environment.id)
    .sort((left, right) => (weight(left) === weight(right) ? 0 : weight(right) - weight(left)))
    .slice(0, othersMax);
  return environments.filter((each) => chosen.includes(each));
}

function Features({
  id,
  rows: all,
  at,
  others,
}: {
  readonly id: string;
  readonly rows: readonly ShownFeature[];
  /** Null for now. */
  readonly at: number | null;
  readonly others: readonly EnvironmentRow[];
}): ReactElement {
  const [params, setQuery] = useQueryState();
  const show = actorShows.find((each) => each === params.get("show")) ?? "all";
  const [text, setText] = useState(() => params.get("q") ?? "");
  const searched = useDeferredValue(text);
  const type = (next: string) => {
    setText(next);
    setQuery({ q: next });
  };
  const clear = () => {
    setText("");
    setQuery({ q: null, show: null });
  };
  const rows = matchingRows(all, show, searched);
  return (
    <>
      <ActorFilters
        hasOthers={others.length > 0 || at !== null}
        rows={all}
        onShow={(next) => setQuery({ show: next === "all" ? null : next })}
        onType={type}
        show={show}
        text={text}
      />
      <ActorGrid at={at} id={id} others={others} rows={rows}>
        {rows.length === 0 && (
          <EmptyState icon="search" title={all.length === 0 ? words.noFeatures : words.nothing}>
            {all.length > 0 && <Button onClick={clear}>{words.clear}</Button>}
          </EmptyState>
        )}
      </ActorGrid>
      <FootLine isPast={at !== null} rows={all} />
    </>
  );
}

function ActorFilters({
  rows,
  show,
  hasOthers,
  text,
  onShow,
  onType,
}: {
  readonly rows: readonly ShownFeature[];
  readonly show: ActorShow;
  readonly hasOthers: boolean;
  readonly text: string;
  readonly onShow: (show: ActorShow) => void;
  readonly onType: (text: string) => void;
}): ReactElement {
  const counts = countsOf(rows);
  const choices = actorShows
    .filter((each) => each !== "differs" || hasOthers)
    .map((value) => ({
      value,
      label: `${words.show[value]} ${formatNumber(counts.get(value) ?? 0)}`,
    }));
  return (
    <div className="actor-filters">
      <Segmented choices={choices} label={words.shows} onChoose={onShow} value={show} />
      <SearchField
        label={words.filter}
        onLeave={() => document.querySelector<HTMLElement>("[role=grid]")?.focus()}
        onType={onType}
        text={text}
      />
    </div>
  );
}

/** What of the list is not exact. */
function FootLine({
  rows,
  isPast,
}: {
  readonly rows: readonly ShownFeature[];
  readonly isPast: boolean;
}): ReactElement {
  const { mode } = useSession();
  const { exact, chanceNote, assumed, assumedGroups } = isPast
    ? { ...pastTexts.past, exact: pastTexts.past.exactNote }
    : words;
  const parts = [
    exact,
    ...(rows.some(({ row }) => row.chance) ? [chanceNote] : []),
    mode === "hosted" ? assumed : assumedGroups,
  ];
  return <p className="hint">{parts.join(" ")}</p>;
}
