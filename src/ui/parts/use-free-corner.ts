import { type RefObject, useEffect, useRef } from "react";

/** Tried in this order: the lower right one needs no mark. */
const corners = ["", "left", "top"] as const;

/** Moves an element to a corner in which it does not cover the focused control. */
export function useFreeCorner<Part extends HTMLElement>(count: number): RefObject<Part | null> {
  const part = useRef<Part>(null);
  useEffect(() => {
    const move = () => {
      if (part.current !== null && count > 0) {
        moveAway(part.current);
      }
    };
    move();
    document.addEventListener("focusin", move);
    return () => document.removeEventListener("focusin", move);
  }, [count]);
  return part;
}

function moveAway(part: HTMLElement): void {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || part.contains(focused)) {
    return;
  }
  for (const corner of corners) {
    part.dataset["corner"] = corner;
    if (!overlaps(part.getBoundingClientRect(), focused.getBoundingClientRect())) {
      return;
    }
  }
}

function overlaps(one: DOMRect, other: DOMRect): boolean {
  return (
    one.left < other.right &&
    other.left < one.right &&
    one.top < other.bottom &&
    other.top < one.bottom
  );
}
