import { type RefObject, useLayoutEffect, useRef } from "react";
import { useEnvironment } from "../paths/environment.ts";
import { cursorName, keepListPosition, positionInUrl } from "./list-position.ts";

/**
 * Restores the last position of the list, or shows the cursor of a link. Returns a function that
 * keeps the position; each scroll, click and key keeps it too.
 */
export function useListPlace(
  scroller: RefObject<HTMLDivElement | null>,
  index: number,
  scrollTo: (index: number) => void,
): (index?: number) => void {
  const { id } = useEnvironment();
  const latest = useRef({ index, scrollTo });
  latest.current = { index, scrollTo };
  const keep = (place = latest.current.index) => {
    const { current } = scroller;
    if (current !== null) {
      keepListPosition(id, { scrollTop: current.scrollTop, index: place });
    }
  };
  const keepNow = useRef(keep);
  keepNow.current = keep;
  useLayoutEffect(() => {
    const { current: element } = scroller;
    const place = positionInUrl(id);
    if (element === null) {
      return undefined;
    }
    if (place !== undefined) {
      element.scrollTop = place.scrollTop;
    } else if (new URLSearchParams(window.location.search).has(cursorName)) {
      latest.current.scrollTo(latest.current.index);
    }
    const onEvent = () => keepNow.current();
    element.addEventListener("scroll", onEvent, { passive: true });
    document.addEventListener("click", onEvent, { capture: true });
    document.addEventListener("keydown", onEvent, { capture: true });
    return () => {
      element.removeEventListener("scroll", onEvent);
      document.removeEventListener("click", onEvent, { capture: true });
      document.removeEventListener("keydown", onEvent, { capture: true });
    };
  }, [id, scroller]);
  return keep;
}
