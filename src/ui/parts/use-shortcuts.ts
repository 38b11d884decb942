import { useEffect, useRef } from "react";

/** By key, such as `/`, `j` or `Control+k`. */
export type Shortcuts = Readonly<Record<string, () => void>>;

/**
 * Keys of the whole page, except while a person types, or in a dialog or a menu. Enter belongs to the
 * focused link or button.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (event.defaultPrevented || event.altKey || (!isCommand && isBusyWith(event))) {
        return;
      }
      const run = latest.current[isCommand ? `Control+${event.key.toLowerCase()}` : event.key];
      if (run !== undefined) {
        event.preventDefault();
        run();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

const typing = "input, textarea, select, [role=dialog], [role=menu], [role=listbox]";
const pressing = "a[href], button, summary";

function isBusyWith({ target, key }: KeyboardEvent): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest(key === "Enter" ? `${typing}, ${pressing}` : typing) !== null)
  );
}
