import { Menu } from "@base-ui/react/menu";
import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useLocation } from "wouter";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { Button } from "../parts/button.tsx";
import { EmptyState } from "../parts/empty-state.tsx";
import { useQueryState } from "../parts/use-query-state.ts";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useMay } from "../session/session.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { Activity, FeatureFilter } from "./feature-filter.ts";
import { FeatureGridHead } from "./feature-grid-head.tsx";
import { FeatureGridRow, rowId } from "./feature-grid-row.tsx";
import { FeatureRowMenu } from "./feature-row-menu.tsx";
import { isSameList, keepListPosition, listPosition } from "./list-position.ts";
import { SwitchFeature, type SwitchRequest } from "./switch-feature.tsx";
import { useSparklines } from "./use-sparklines.ts";

const { features: words } = texts;
const rowHeight = 53;
const overscan = 8;

/**
 * Thousands of rows, of which only the visible ones exist. The focus stays on the grid, because rows
 * appear and disappear while it scrolls.
 */
export function FeatureGrid({
  rows,
  filter,
  activity,
  onClear,
}: {
  readonly rows: readonly FeatureRow[];
  readonly filter: FeatureFilter;
  readonly activity: Activity | undefined;
  readonly onClear: () => void;
}): ReactElement {
  const scroller = useRef<HTMLDivElement>(null);
  const [menu] = useState(() => Menu.createHandle<FeatureRow>());
  const [request, setRequest] = useState<SwitchRequest | null>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
  });
  const { current, isShown, show, move, open, onKeyDown } = useCurrentRow(rows, (index) =>
    virtual.scrollToIndex(index),
  );
  const chosen = isShown ? (rows[current]?.key ?? null) : null;
  useListPlace(scroller, chosen);
  const mayChange = useMay("member");
  const toggle = (row: FeatureRow | undefined) => {
    if (row !== undefined && mayChange) {
      // After the question, the focus returns here.
      scroller.current?.focus({ preventScroll: true });
      setRequest({ key: row.key, enables: row.state !== "on" });
    }
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    // Keys only act on a row that is shown as chosen.
    ...(isShown ? { e: () => toggle(rows[current]), Enter: () => open(current) } : {}),
  });
  const items = virtual.getVirtualItems();
  const sparklines = useSparklines(rows, items[0]?.index ?? 0, items.at(-1)?.index ?? 0);
  const shown = rows[current];
  return (
    <div className="grid-card">
      <div
        aria-activedescendant={shown === undefined || !isShown ? undefined : rowId(shown.key)}
        aria-label={fill(words.listLabel, { count: rows.length })}
        aria-rowcount={rows.length + 1}
        className="grid"
        onFocus={({ target, currentTarget }) => {
          if (target === currentTarget) {
            show();
          }
        }}
        onKeyDown={onKeyDown}
        ref={scroller}
        role="grid"
        tabIndex={0}
      >
        <FeatureGridHead filter={filter} hasActivity={activity !== undefined} />
        <div className="grid-rows" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <FeatureGridRow
                  activity={activity === undefined ? null : activity.get(row.key)}
                  index={index}
                  isCurrent={isShown && index === current}
                  key={row.key}
                  menu={menu}
                  row={row}
                  sparkline={sparklines.get(row.key)}
                  start={start}
                />
              )
            );
          })}
        </div>
      </div>
      {rows.length === 0 && <NothingMatches onClear={onClear} />}
      <p aria-live="polite" className="visually-hidden">
        {fill(words.listLabel, { count: formatNumber(rows.length) })}
      </p>
      <FeatureRowMenu menu={menu} onSwitch={setRequest} />
      <SwitchFeature onClose={() => setRequest(null)} request={request} />
    </div>
  );
}

/** Restores the last position of the list, and remembers it. */
function useListPlace(scroller: RefObject<HTMLDivElement | null>, chosen: string | null): void {
  const { id } = useEnvironment();
  const latest = useRef(chosen);
  latest.current = chosen;
  useLayoutEffect(() => {
    const element = scroller.current;
    const place = listPosition(id);
    if (element === null) {
      return undefined;
    }
    if (place !== undefined && isSameList(place)) {
      element.scrollTop = place.scrollTop;
    }
    const keep = () =>
      keepListPosition(id, { scrollTop: element.scrollTop, chosen: latest.current });
    // Before a link or a key opens another page, and with each scroll.
    element.addEventListener("scroll", keep, { passive: true });
    document.addEventListener("click", keep, { capture: true });
    document.addEventListener("keydown", keep, { capture: true });
    return () => {
      element.removeEventListener("scroll", keep);
      document.removeEventListener("click", keep, { capture: true });
      document.removeEventListener("keydown", keep, { capture: true });
    };
  }, [id, scroller]);
}

function useCurrentRow(rows: readonly FeatureRow[], scrollTo: (index: number) => void) {
  const { id } = useEnvironment();
  const [{ chosen, isShown }, setState] = useState(() => chosenBefore(id, rows));
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  const last = rows.length - 1;
  const current = Math.min(chosen, Math.max(last, 0));
  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(last, index));
    setState({ chosen: next, isShown: true });
    scrollTo(next);
  };
  // The first press shows the row on which the keys act.
  const move = (by: number) => moveTo(isShown ? current + by : current);
  const show = () => setState({ chosen: current, isShown: true });
  const open = (index: number) => {
    const row = rows[index];
    if (row !== undefined) {
      navigate(pagePath(featurePath(row.key)));
    }
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(10),
    PageUp: () => move(-10),
    Home: () => moveTo(0),
    End: () => moveTo(last),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const run = keys[event.key];
    if (run !== undefined) {
      event.preventDefault();
      run();
    }
  };
  return { current, isShown, show, move, open, onKeyDown };
}

function chosenBefore(environment: number, rows: readonly FeatureRow[]) {
  const place = listPosition(environment);
  const key = place !== undefined && isSameList(place) ? place.chosen : null;
  const index = key === null ? -1 : rows.findIndex((row) => row.key === key);
  return { chosen: Math.max(0, index), isShown: index >= 0 };
}

function NothingMatches({ onClear }: { readonly onClear: () => void }): ReactElement {
  const [, setQuery] = useQueryState();
  const clear = () => {
    onClear();
    setQuery({ q: null, show: null, tag: null, owner: null });
  };
  return (
    <EmptyState icon="search" title={words.nothingMatches}>
      <Button onClick={clear}>{words.clearFilters}</Button>
    </EmptyState>
  );
}
