import { type KeyboardEvent, useState } from "react";
import { useShortcuts } from "./use-shortcuts.ts";

interface RowCursor {
  /** The index of the row that keys act on; null while none is shown as chosen. */
  readonly index: number | null;
  readonly show: () => void;
  /** Keys of the grid while it has the focus. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Moves from another control, such as the search field, into the list. */
  readonly enter: () => void;
}

/** A visible cursor in a list of `count` rows: j, k, arrows, Enter. */
export function useRowCursor(
  count: number,
  { scrollTo, open }: { scrollTo: (index: number) => void; open: (index: number) => void },
): RowCursor {
  const [{ place, isShown }, setState] = useState({ place: 0, isShown: false });
  const last = count - 1;
  const current = Math.max(0, Math.min(place, last));
  const index = isShown && count > 0 ? current : null;
  const moveTo = (wanted: number) => {
    const next = Math.max(0, Math.min(last, wanted));
    setState({ place: next, isShown: true });
    scrollTo(next);
  };
  // The first press shows the row that the keys act on.
  const move = (by: number) => moveTo(index === null ? current : current + by);
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ...(index === null
      ? {}
      : {
          Enter: () => open(index),
          Escape: () => setState({ place: current, isShown: false }),
        }),
  });
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    PageDown: () => move(10),
    PageUp: () => move(-10),
    Home: () => moveTo(0),
    End: () => moveTo(last),
  };
  return {
    index,
    show: () => setState({ place: current, isShown: true }),
    enter: () => moveTo(current),
    onKeyDown: (event) => {
      const run = keys[event.key];
      if (run !== undefined) {
        event.preventDefault();
        run();
      }
    },
  };
}
