import { type CSSProperties, type ReactElement, useEffect, useState } from "react";
import { Button } from "../parts/button.tsx";
import { Icon } from "../parts/icon.tsx";
import { relativeTime, useNow } from "../parts/relative-time.tsx";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { pastTexts } from "../texts/past-texts.ts";
import { TimeField } from "./time-field.tsx";
import { dayInShort, timeInFull } from "./time-words.ts";
import { type ChangeTimes, useChangeTimes } from "./use-change-times.ts";

const { past: words } = pastTexts;
/** While the slider moves, nothing is asked. */
const settleMs = 250;

/** Chooses the moment that a page shows: a slider with a mark for each change. */
export function TimeCard({
  at,
  counts,
  onChoose,
}: {
  readonly at: number;
  /** How many features differ from now; null until that is known. */
  readonly counts: { readonly differing: number; readonly all: number } | null;
  readonly onChoose: (at: number | null) => void;
}): ReactElement {
  const { data } = useChangeTimes();
  const now = useNow();
  const [moved, setMoved] = useState<number | null>(null);
  useEffect(() => {
    if (moved === null) {
      return;
    }
    const timer = setTimeout(() => {
      onChoose(moved);
      setMoved(null);
    }, settleMs);
    return () => clearTimeout(timer);
  }, [moved, onChoose]);
  const shown = moved ?? at;
  const earlier = data?.times.findLast((time) => time < at) ?? null;
  const later = data?.times.find((time) => time > at) ?? null;
  useShortcuts({
    "[": () => onChoose(earlier ?? at),
    "]": () => onChoose(later),
  });
  return (
    <section aria-label={words.card} className="time-card">
      <div className="time-head">
        <Icon name="audits" />
        <p className="time-words">
          <strong>{timeInFull(shown)}</strong>{" "}
          <span className="faint">{relativeTime(shown, now)}</span>
        </p>
        {counts !== null && (
          <p className="time-differ">
            {plural(words.differ, counts.differing).replace("{all}", formatNumber(counts.all))}
          </p>
        )}
        <TimeField isLabelHidden={true} label={words.exact} onChange={onChoose} time={at} />
        <Button
          disabled={earlier === null}
          icon="left"
          isSmall={true}
          onClick={() => onChoose(earlier)}
        >
          {words.before}
        </Button>
        <Button isSmall={true} onClick={() => onChoose(later)}>
          {words.after}
          <Icon name="right" />
        </Button>
        <Button isSmall={true} look="quiet" onClick={() => onChoose(null)}>
          {words.back}
        </Button>
      </div>
      {data !== undefined && <Slider changes={data} now={now} onMove={setMoved} time={shown} />}
    </section>
  );
}

function Slider({
  changes: { times, since, isCut },
  time,
  now,
  onMove,
}: {
  readonly changes: ChangeTimes;
  readonly time: number;
  readonly now: number;
  readonly onMove: (time: number) => void;
}): ReactElement {
  const first = Math.min(since, time);
  const length = Math.max(1, now - first);
  const place = (at: number): CSSProperties => ({ left: `${((at - first) / length) * 100}%` });
  const from = dayInShort(first);
  return (
    <div className="time-slider">
      <div aria-hidden={true} className="time-ticks">
        {times.map((each) => (
          <i key={each} style={place(each)} />
        ))}
      </div>
      <input
        aria-label={words.slider}
        aria-valuetext={timeInFull(time)}
        max={now}
        min={first}
        onChange={({ target }) => onMove(Number(target.value))}
        step={1}
        type="range"
        value={Math.min(time, now)}
      />
      <p aria-hidden={true} className="time-ends">
        <span>{isCut ? fill(words.keptSince, { date: from }) : from}</span>
        <span>{words.now}</span>
      </p>
    </div>
  );
}
