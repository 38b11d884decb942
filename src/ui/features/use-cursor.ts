import { useEffect, useState } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { useQueryState } from "../parts/use-query-state.ts";
import { useEnvironment } from "../paths/environment.ts";
import { cursorName, positionInUrl } from "./list-position.ts";

export interface Cursor {
  /** The index of its row, also while it is hidden. */
  readonly index: number;
  /** Its row while it is visible: keys act on no other row. */
  readonly row: FeatureRow | null;
  readonly moveTo: (index: number) => void;
  /** The first press shows the row that the keys act on. */
  readonly move: (by: number) => void;
  readonly show: () => void;
  readonly hide: () => void;
  /** Puts the cursor into the URL now, before another page opens. */
  readonly keep: (key: string) => void;
}

// Browsers refuse more than about six changes of the URL a second.
const urlDelayMs = 250;

interface CursorPlace {
  /** The key of its row; null while it is hidden. */
  readonly key: string | null;
  readonly index: number;
}

type CursorState = readonly [CursorPlace, (place: CursorPlace) => void];

/** The place of the cursor, which is known before the rows are. */
export function useCursorState(): CursorState {
  const { id } = useEnvironment();
  return useState(() => cursorInUrl(id));
}

/** The cursor of the list. It follows its feature, and its place if the feature disappears. */
export function useCursor(
  [{ key, index: place }, setState]: CursorState,
  rows: readonly FeatureRow[],
  scrollTo: (index: number) => void,
): Cursor {
  const [, setQuery] = useQueryState();
  const found = key === null ? -1 : rows.findIndex((row) => row.key === key);
  const last = rows.length - 1;
  const index = found >= 0 ? found : Math.max(0, Math.min(place, last));
  const row = key === null ? null : (rows[index] ?? null);
  const shownKey = row?.key ?? null;
  useEffect(() => {
    if (new URLSearchParams(window.location.search).get(cursorName) === shownKey) {
      return undefined;
    }
    const timer = setTimeout(() => setQuery({ [cursorName]: shownKey }), urlDelayMs);
    return () => clearTimeout(timer);
  }, [shownKey, setQuery]);
  const moveTo = (wanted: number) => {
    const next = Math.max(0, Math.min(last, wanted));
    setState({ key: rows[next]?.key ?? null, index: next });
    scrollTo(next);
  };
  return {
    index,
    row,
    moveTo,
    move: (by) => moveTo(row === null ? index : index + by),
    show: () => {
      if (row === null) {
        setState({ key: rows[index]?.key ?? null, index });
      }
    },
    hide: () => setState({ key: null, index }),
    keep: (kept) => {
      setState({ key: kept, index: rows.findIndex((each) => each.key === kept) });
      setQuery({ [cursorName]: kept });
    },
  };
}

function cursorInUrl(environment: number): CursorPlace {
  const key = new URLSearchParams(window.location.search).get(cursorName);
  return { key, index: positionInUrl(environment)?.index ?? 0 };
}
