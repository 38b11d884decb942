import { type RefObject, useLayoutEffect, useReducer, useRef } from "react";

const controls = "input, select, textarea, button";

/** Moves the focus to a row that the next rendering shows; if it is gone, to the first control. */
export function useRowFocus(): {
  readonly root: RefObject<HTMLDivElement | null>;
  readonly moveFocus: (place: string, part?: "value") => void;
} {
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ readonly place: string; readonly part?: "value" } | null>(null);
  const [, render] = useReducer((count: number) => count + 1, 0);
  // Not `useEffect`: effects of an earlier rendering may run after `moveFocus`, before the next one.
  useLayoutEffect(() => {
    const target = wanted.current;
    wanted.current = null;
    if (target !== null) {
      const row = root.current?.querySelector(`[data-place="${CSS.escape(target.place)}"]`);
      const values = row?.querySelectorAll<HTMLElement>("[data-part=value]") ?? [];
      const value = target.part === "value" ? [...values].at(-1) : undefined;
      (value ?? (row ?? root.current)?.querySelector<HTMLElement>(controls))?.focus();
    }
  });
  return {
    root,
    moveFocus: (place, part) => {
      wanted.current = part === undefined ? { place } : { place, part };
      render();
    },
  };
}
