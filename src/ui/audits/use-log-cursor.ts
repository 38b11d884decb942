import { useState } from "react";
import { useShortcuts } from "../parts/use-shortcuts.ts";

/** The row on which keys act, and the open rows; a list that needs it keeps whether the row is shown. */
export function useLogCursor(
  ids: readonly string[],
  [isShown, setShown]: readonly [boolean, (isShown: boolean) => void],
) {
  const [current, setCurrent] = useState<string | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const open = (id: string) => {
    setCurrent(id);
    setShown(true);
    setOpened((before) => new Set([...before, id]));
  };
  const index = current === null ? -1 : ids.indexOf(current);
  const moveTo = (to: number) => {
    const id = ids[Math.max(0, Math.min(ids.length - 1, to))];
    setCurrent(id ?? null);
    setShown(true);
  };
  // The first press shows the row on which the keys act.
  const move = (by: number) => moveTo(isShown && index >= 0 ? index + by : Math.max(0, index));
  const toggle = (id: string) => {
    setCurrent(id);
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(id)) {
        after.add(id);
      }
      return after;
    });
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isShown && current !== null && index >= 0
      ? {
          Enter: () => toggle(current),
          Escape: () => (opened.has(current) ? toggle(current) : setShown(false)),
        }
      : {}),
  });
  return { current, isShown, opened, toggle, open, show: () => moveTo(Math.max(0, index)) };
}
