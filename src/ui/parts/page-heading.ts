import { type RefObject, useLayoutEffect, useRef } from "react";

/** Gets the focus when its element is gone. */
export function pageHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>(".page-title") ?? document.getElementById("main");
}

/**
 * For a part of the page that disappears by its own buttons: the focus then goes to the line of its
 * gate, or to the heading of the page.
 */
export function useFocusAfter<Part extends HTMLElement>(): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useLayoutEffect(() => {
    const element = part.current;
    return () => {
      if (element?.contains(document.activeElement) === true) {
        const line = element.closest(".gate-row")?.querySelector<HTMLElement>(".gate-line");
        (line ?? pageHeading())?.focus();
      }
    };
  }, []);
  return part;
}
