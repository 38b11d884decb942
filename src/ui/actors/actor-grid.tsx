import { type CSSProperties, type ReactElement, type ReactNode, useRef } from "react";
import { Link, useLocation } from "wouter";
import type { ActorFeature } from "../../api/admin/contract/actor-feature-models.ts";
import type { EnvironmentRow } from "../../api/admin/contract/environment-models.ts";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { Gauge } from "../parts/gauge.tsx";
import { useMedia } from "../parts/use-media.ts";
import { useRowCursor } from "../parts/use-row-cursor.ts";
import { useVisibleRows } from "../parts/use-visible-rows.ts";
import { timeInFull, timeInShort } from "../past/time-words.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { actorsTexts } from "../texts/actors-texts.ts";
import { fill } from "../texts/fill.ts";
import { pastTexts } from "../texts/past-texts.ts";
import { texts } from "../texts/texts.ts";
import type { ActorState, ShownFeature } from "./actor-filter.ts";
import { idsText, queryOf, useActorFacts } from "./actor-question.ts";
import { actorReason } from "./actor-reason.ts";
import { changedWords } from "./changed-words.ts";

const words = actorsTexts.actors;
const rowHeight = 32;
/** In two lines. */
const phoneRowHeight = 52;
const headHeight = 33;
const overscan = 12;

/** The id of a row's element; ids of elements have no white space. */
function rowId(key: string): string {
  return `actor-feature-${encodeURIComponent(key)}`;
}

/** The features of an actor; the focus stays on the grid, because rows disappear while it scrolls. */
export function ActorGrid({
  id,
  rows,
  at,
  others,
  children,
}: {
  readonly id: string;
  readonly rows: readonly ShownFeature[];
  /** The time of the rows; null for now. */
  readonly at: number | null;
  readonly others: readonly EnvironmentRow[];
  /** Shown below the rows. */
  readonly children: ReactNode;
}): ReactElement {
  const environment = useEnvironment();
  const scroller = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const pathOf = useTriedPath(id);
  const height = useMedia("(max-width: 800px)") ? phoneRowHeight : rowHeight;
  const visible = useVisibleRows({
    count: rows.length,
    height,
    scroller,
    overscan,
    covered: headHeight,
  });
  const cursor = useRowCursor(rows.length, {
    scrollTo: visible.scrollTo,
    open: (index) => {
      const key = rows[index]?.row.key;
      if (key !== undefined) {
        navigate(pathOf(key));
      }
    },
  });
  const current = cursor.index === null ? undefined : rows[cursor.index]?.row;
  return (
    <div className="actor-card" data-past={at !== null} style={otherColumns(others.length)}>
      <div
        aria-activedescendant={current === undefined ? undefined : rowId(current.key)}
        aria-label={fill(words.list, { count: rows.length, id })}
        aria-rowcount={rows.length + 1}
        className="actor-grid"
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget && currentTarget.matches(":focus-visible")) {
            cursor.show();
          }
        }}
        onKeyDown={cursor.onKeyDown}
        ref={scroller}
        role="grid"
        tabIndex={0}
      >
        <div className="actor-head" role="rowgroup">
          <div aria-rowindex={1} className="actor-row" role="row">
            <span role="columnheader">{words.columns.feature}</span>
            {at !== null && (
              <span className="actor-then" role="columnheader" title={timeInFull(at)}>
                {timeInShort(at)}
              </span>
            )}
            <span className="actor-now" role="columnheader">
              <EnvironmentDot environment={environment} /> {words.columns.now}
            </span>
            <span role="columnheader">{words.columns.because}</span>
            {others.map((other) => (
              <span className="actor-other" key={other.id} role="columnheader" title={other.name}>
                <EnvironmentDot environment={other} /> {other.name}
              </span>
            ))}
          </div>
        </div>
        <div className="actor-rows" role="rowgroup" style={{ height: visible.height }}>
          {visible.rows.map(({ index, start }) => {
            const feature = rows[index];
            return (
              feature !== undefined && (
                <ActorRow
                  feature={feature}
                  height={height}
                  href={pathOf(feature.row.key)}
                  index={index}
                  isCurrent={index === cursor.index}
                  key={feature.row.key}
                  others={others}
                  start={start}
                />
              )
            );
          })}
        </div>
      </div>
      {children}
    </div>
  );
}

/** The columns of other environments; a grid has no `repeat(0, …)`. */
function otherColumns(count: number): CSSProperties {
  const columns = { "--other-columns": `repeat(${count}, 92px)` };
  return count === 0 ? {} : (columns as CSSProperties);
}

/** The page of a feature with the actor in its Try it. */
function useTriedPath(id: string): (key: string) => string {
  const pagePath = usePagePath();
  const [facts] = useActorFacts();
  const { properties, groups } = queryOf(facts);
  const query = Object.entries({ ids: idsText([id]), properties, groups, try: "1" });
  const asked = Object.fromEntries(query.filter(([, value]) => value !== ""));
  return (key) => pagePath(featurePath(key), asked);
}

function ActorRow({
  feature: { row, state, now, differs, changed },
  others,
  index,
  start,
  height,
  href,
  isCurrent,
}: {
  readonly feature: ShownFeature;
  readonly others: readonly EnvironmentRow[];
  readonly index: number;
  /** In pixels from the top of the list. */
  readonly start: number;
  readonly height: number;
  readonly href: string;
  readonly isCurrent: boolean;
}): ReactElement {
  const isPast = now !== null;
  const reason =
    state === "missing" ? { text: pastTexts.past.notThen, strong: null } : actorReason(row);
  const { text } = reason;
  const strong = differs && changed !== null ? changedWords(changed, row) : reason.strong;
  const sentence = strong === null ? text : `${text}, ${strong}`;
  return (
    <div
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      className={isPast && differs ? "actor-row actor-differs" : "actor-row"}
      id={rowId(row.key)}
      role="row"
      style={{ transform: `translateY(${start}px)`, height }}
    >
      <span className="actor-feature" role="gridcell">
        <Link className="actor-key" href={href} tabIndex={-1} title={row.key}>
          {row.key}
        </Link>
      </span>
      <span className="actor-state" data-enabled={state === "on"} role="gridcell">
        <StateWords missing={pastTexts.past.missing} state={state} />
      </span>
      {isPast && (
        <span className="actor-state actor-now" data-enabled={now === "on"} role="gridcell">
          <StateWords missing={pastTexts.past.gone} state={now} />
          {differs && <span className="badge badge-past">{pastTexts.past.differs}</span>}
        </span>
      )}
      <span className="actor-because" role="gridcell" title={sentence}>
        {strong === null ? (
          text
        ) : (
          <>
            {text}, <em>{strong}</em>
          </>
        )}
        {row.chance && !isPast && <span className="badge actor-chance">{words.chance}</span>}
      </span>
      {others.map((other, place) => (
        <Elsewhere
          key={other.id}
          name={other.name}
          result={state === "missing" ? undefined : row.environments[place]}
        />
      ))}
    </div>
  );
}

function StateWords({
  state,
  missing,
}: {
  readonly state: ActorState;
  readonly missing: string;
}): ReactElement {
  const words = { ...texts.states, chance: pastTexts.past.chance, missing };
  return (
    <>
      <Gauge value={{ kind: state === "on" ? "everyone" : "off" }} />
      {words[state]}
    </>
  );
}

function Elsewhere({
  name,
  result,
}: {
  readonly name: string;
  readonly result: ActorFeature["environments"][number] | undefined;
}): ReactElement {
  const kind = result === undefined || !result.enabled ? ("off" as const) : ("on" as const);
  const look = result?.mirrorsProduction === true ? "mirrors" : kind;
  return (
    <span className="actor-other" role="gridcell">
      <Gauge
        label={fill(words.elsewhere[look], { environment: name })}
        value={{ kind: look === "on" ? "everyone" : look }}
      />
    </span>
  );
}
