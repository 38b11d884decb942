import { type RefObject, useCallback, useLayoutEffect, useState } from "react";

interface RowList {
  readonly count: number;
  /** The height of every row, in pixels. */
  readonly height: number;
  readonly scroller: RefObject<HTMLElement | null>;
  /** How many rows beyond the visible ones exist. */
  readonly overscan: number;
  /** Free space below the last row. */
  readonly below?: number;
  /** What covers the rows at the top or the bottom of the scroller, in pixels. */
  readonly covered?: number;
}

interface VisibleRow {
  readonly index: number;
  /** In pixels from the top of the list. */
  readonly start: number;
}

interface VisibleRows {
  readonly rows: readonly VisibleRow[];
  /** The height of all rows. */
  readonly height: number;
  /** Scrolls as little as needed to show a row. */
  readonly scrollTo: (index: number) => void;
}

/** The rows of a long list that are visible: only these need elements. All have the same height. */
export function useVisibleRows(list: RowList): VisibleRows {
  const { count, height, scroller, overscan, below = 0, covered = 0 } = list;
  const [range, setRange] = useState({ first: 0, last: 0 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) {
      return undefined;
    }
    const update = () => {
      const first = Math.floor(element.scrollTop / height);
      const last = Math.ceil((element.scrollTop + element.clientHeight) / height);
      setRange((before) =>
        before.first === first && before.last === last ? before : { first, last },
      );
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    element.addEventListener("scroll", update, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", update);
    };
  }, [scroller, height]);
  const first = Math.max(0, Math.min(range.first, count - 1) - overscan);
  const last = Math.min(count - 1, range.last + overscan);
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (element === null) {
        return;
      }
      const lowest = (index + 1) * height + covered - element.clientHeight;
      element.scrollTop = Math.max(Math.min(element.scrollTop, index * height), lowest);
    },
    [scroller, height, covered],
  );
  return {
    rows: Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => ({
      index: first + at,
      start: (first + at) * height,
    })),
    height: count * height + below,
    scrollTo,
  };
}
