import { useMemo, useRef, useState } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { type HeldRows, heldRows } from "./held-rows.ts";

interface HeldList extends HeldRows {
  /** Puts the list in order. */
  readonly release: () => void;
  /** Puts the list in order with the next change, which is an own one. */
  readonly releaseNext: () => void;
}

/**
 * While `isHeld`, changes of the same list move no row, so that no row slips away under the pointer
 * or the cursor. `list` identifies the filters and the sort.
 */
export function useHeldRows(
  next: readonly FeatureRow[],
  all: readonly FeatureRow[],
  list: string,
  isHeld: boolean,
): HeldList {
  const shown = useRef({ list, rows: next });
  const isOwn = useRef(false);
  const [, setReleases] = useState(0);
  if (!isHeld || shown.current.list !== list || (isOwn.current && shown.current.rows !== next)) {
    shown.current = { list, rows: next };
    isOwn.current = false;
  }
  const { rows } = shown.current;
  const held = useMemo(
    () => (rows === next ? { rows, waiting: 0, gone: none } : heldRows(rows, next, all)),
    [rows, next, all],
  );
  return {
    ...held,
    release: () => {
      shown.current = { list: "", rows: next };
      setReleases((count) => count + 1);
    },
    releaseNext: () => {
      isOwn.current = true;
    },
  };
}

const none: ReadonlySet<string> = new Set();
