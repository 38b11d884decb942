import { type RefObject, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { useVisibleRows } from "../parts/use-visible-rows.ts";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useCursor, useCursorState } from "./use-cursor.ts";
import { useHeldRows } from "./use-held-rows.ts";
import type { ListFilter } from "./use-list-filter.ts";
import { useListLook, useRowHeight } from "./use-list-look.ts";
import { useListPlace } from "./use-list-place.ts";
import { type Selection, useSelection } from "./use-selection.ts";
import { useSwitch } from "./use-switch.ts";

const overscan = 8;
const headHeight = 34;
const barHeight = 76;

export interface GridList {
  /** All features, whatever the filters. */
  readonly all: readonly FeatureRow[];
  /** Those of the filters, in order. */
  readonly rows: readonly FeatureRow[];
  readonly filter: ListFilter;
  /** Whether these are the features of the environment before. */
  readonly isOutdated: boolean;
  /** Gets the function that moves the focus from the search to the first row. */
  readonly entry: RefObject<(() => void) | null>;
}

/** The state of the grid: its rows, its cursor, its selection, and what keys and clicks do. */
export function useFeatureGrid({ all, rows: next, filter, isOutdated, entry }: GridList) {
  const { id } = useEnvironment();
  const scroller = useRef<HTMLDivElement>(null);
  const switching = useSwitch();
  const [hasPointer, setHasPointer] = useState(false);
  const cursorState = useCursorState();
  const hasCursor = cursorState[0].key !== null;
  const list = `${id} ${isOutdated} ${filter.id}`;
  const held = useHeldRows(next, all, list, hasPointer || hasCursor);
  const { rows } = held;
  const selection = useSelection(rows, all);
  const { visible, height } = useRowsOnScreen(rows, scroller, selection);
  const { scrollTo } = visible;
  const cursor = useCursor(cursorState, rows, scrollTo);
  const keepPlace = useListPlace(scroller, cursor.index, scrollTo);
  const keep = (key: string) => {
    cursor.keep(key);
    keepPlace(rows.findIndex((row) => row.key === key));
  };
  const focus = () => scroller.current?.focus({ preventScroll: true });
  const ask = (row: FeatureRow) => {
    // After the question, the focus returns here.
    focus();
    switching.ask({
      key: row.key,
      enables: row.state !== "on",
      isOverridden: row.isOverridden,
    });
  };
  useEffect(() => {
    entry.current = () => {
      cursor.moveTo(0);
      focus();
    };
  });
  return {
    ...useOpen(keep),
    scroller,
    held,
    rows,
    selection,
    visible,
    height,
    cursor,
    keep,
    focus,
    ask,
    switching,
    setHasPointer,
  };
}

function useRowsOnScreen(
  rows: readonly FeatureRow[],
  scroller: RefObject<HTMLDivElement | null>,
  selection: Selection,
) {
  const [{ density }] = useListLook();
  const height = useRowHeight(density);
  const shown = scroller.current?.clientHeight ?? 0;
  // Below the last row, which the bar of the selection would cover.
  const below = selection.keys.size > 0 && rows.length * height > shown ? barHeight : 0;
  const visible = useVisibleRows({
    count: rows.length,
    height,
    scroller,
    overscan,
    below,
    covered: headHeight + below,
  });
  return { visible, height };
}

/** Opens features; `keep` keeps the place in the list before. */
function useOpen(keep: (key: string) => void) {
  const [, navigate] = useLocation();
  const pagePath = usePagePath();
  const hrefOf = (key: string) => pagePath(featurePath(key));
  return {
    hrefOf,
    open: ({ key }: Pick<FeatureRow, "key">) => {
      keep(key);
      navigate(hrefOf(key));
    },
  };
}
