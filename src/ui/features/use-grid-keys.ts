import type { KeyboardEvent } from "react";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import type { Cursor } from "./use-cursor.ts";
import type { Selection } from "./use-selection.ts";

const pageRows = 10;

interface GridActions {
  readonly cursor: Cursor;
  readonly selection: Selection;
  readonly rows: readonly FeatureRow[];
  readonly mayChange: boolean;
  readonly open: (row: FeatureRow) => void;
  /** Asks whether to switch the feature. */
  readonly ask: (row: FeatureRow) => void;
}

/** The keys of the list, wherever the focus is; returns those that need the focus on the grid. */
export function useGridKeys(actions: GridActions): (event: KeyboardEvent) => void {
  const { cursor, selection, rows, mayChange } = actions;
  const { row } = cursor;
  useShortcuts({
    j: () => cursor.move(1),
    k: () => cursor.move(-1),
    ArrowDown: () => cursor.move(1),
    ArrowUp: () => cursor.move(-1),
    ...keysOfRow(actions),
    ...(mayChange && rows.length > 0 ? { "Control+a": selection.selectAll } : {}),
    ...(selection.keys.size > 0
      ? { Escape: selection.clear }
      : row === null
        ? {}
        : { Escape: cursor.hide }),
  });
  const keys: Readonly<Record<string, () => void>> = {
    PageDown: () => cursor.move(pageRows),
    PageUp: () => cursor.move(-pageRows),
    Home: () => cursor.moveTo(0),
    End: () => cursor.moveTo(rows.length - 1),
  };
  return (event) => {
    const run = keys[event.key];
    if (run !== undefined) {
      event.preventDefault();
      run();
    }
  };
}

/** Keys act only on a row that is shown as the cursor's. */
function keysOfRow({ cursor: { row }, selection, mayChange, open, ask }: GridActions) {
  if (row === null) {
    return {};
  }
  return {
    Enter: () => open(row),
    ...(mayChange
      ? {
          e: () => ask(row),
          x: () => selection.toggle(row.key),
          X: () => selection.extendTo(row.key),
        }
      : {}),
  };
}
