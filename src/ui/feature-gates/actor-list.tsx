import { type ReactElement, useEffect, useRef } from "react";
import { useVisibleRows } from "../parts/use-visible-rows.ts";
import { plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { texts } from "../texts/texts.ts";
import { type ActorPages, actorsShownMax } from "./use-actor-pages.ts";

const words = gatesTexts.gates.actors;
const rowHeight = 34;
const overscan = 6;
/** The distance in rows from the end at which the next page is requested. */
const ahead = 20;

/** The visible rows of any number of actors; each can be selected. */
export function ActorList({
  pages,
  selected,
  canSelect,
  onSelect,
}: {
  readonly pages: ActorPages;
  readonly selected: ReadonlySet<string>;
  readonly canSelect: boolean;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
}): ReactElement {
  const { actors, hasMore, loadMore } = pages;
  const scroller = useRef<HTMLUListElement>(null);
  const lastChosen = useRef<number | null>(null);
  const { rows: items, height } = useVisibleRows({
    count: actors.length,
    height: rowHeight,
    scroller,
    overscan,
  });
  const lastShown = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastShown >= actors.length - ahead) {
      loadMore();
    }
  });
  const choose = (index: number, isChosen: boolean, isRange: boolean) => {
    const next = new Set(selected);
    const from = isRange && lastChosen.current !== null ? lastChosen.current : index;
    for (const actor of actors.slice(Math.min(from, index), Math.max(from, index) + 1)) {
      if (isChosen) {
        next.add(actor);
      } else {
        next.delete(actor);
      }
    }
    lastChosen.current = index;
    onSelect(next);
  };
  return (
    <ul aria-label={words.list} className="actors" ref={scroller} tabIndex={0}>
      <li aria-hidden="true" style={{ height: height }} />
      {items.map(({ index, start }) => {
        const actor = actors[index] ?? "";
        return (
          <li className="actor" key={actor} style={{ transform: `translateY(${start}px)` }}>
            <label title={actor}>
              {canSelect && (
                <input
                  checked={selected.has(actor)}
                  onChange={({ target, nativeEvent }) =>
                    choose(
                      index,
                      target.checked,
                      "shiftKey" in nativeEvent && nativeEvent.shiftKey === true,
                    )
                  }
                  type="checkbox"
                />
              )}
              <span className="actor-id">{actor}</span>
            </label>
          </li>
        );
      })}
    </ul>
  );
}

/** How much of the result the list shows; nothing for a short list without a filter. */
export function actorsNote(
  { matching, isLoading, actors, hasMore, error }: ActorPages,
  isFiltered: boolean,
): string {
  if (error !== null) {
    return error.message;
  }
  if (isLoading) {
    return actors.length === 0 ? texts.common.loading : words.more;
  }
  if (matching === 0) {
    return words.noMatch;
  }
  if (!hasMore && actors.length >= actorsShownMax) {
    return words.shownMax;
  }
  return matching === undefined || !isFiltered ? "" : plural(words.matching, matching);
}
