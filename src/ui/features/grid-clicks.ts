import type { MouseEvent } from "react";
import type { Selection } from "./use-selection.ts";

/**
 * The clicks of all rows: one handler for thousands of rows. A click on a row opens its feature,
 * except on a link or a button, and after selecting a text.
 */
export function gridClicks({
  selection,
  open,
  keep,
  focus,
}: {
  readonly selection: Selection;
  readonly open: (row: { readonly key: string }) => void;
  /** Keeps the place in the list before a link opens. */
  readonly keep: (key: string) => void;
  readonly focus: () => void;
}) {
  return {
    onMouseDown: (event: MouseEvent<HTMLElement>) => {
      if (isIn(event, ".cell-check")) {
        // The focus stays on the grid, and Shift selects rows instead of texts.
        event.preventDefault();
        focus();
      }
    },
    onClickCapture: (event: MouseEvent<HTMLElement>) => {
      const key = keyOf(event);
      if (key !== null && isIn(event, "a") && isPlain(event)) {
        keep(key);
      }
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const key = keyOf(event);
      if (key === null) {
        return;
      }
      if (isIn(event, ".cell-check")) {
        if (event.shiftKey) {
          selection.extendTo(key);
        } else {
          selection.toggle(key);
        }
      } else if (!isIn(event, "a, button") && isPlain(event) && !isTextSelected()) {
        open({ key });
      }
    },
  };
}

function keyOf({ target }: MouseEvent): string | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-key]") : null;
  return row?.dataset["key"] ?? null;
}

function isIn({ target }: MouseEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

function isPlain({ metaKey, ctrlKey, shiftKey }: MouseEvent): boolean {
  return !metaKey && !ctrlKey && !shiftKey;
}

function isTextSelected(): boolean {
  return window.getSelection()?.type === "Range";
}
