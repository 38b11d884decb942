import type { CSSProperties, ReactElement } from "react";
import { placeOf, timeTicks } from "../parts/chart-axis.ts";
import { useNow } from "../parts/relative-time.tsx";
import { timeInClock } from "../past/time-words.ts";
import { fill } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { lineWithGaps, rateLines, rateWords, toleratedRate } from "./guard-words.ts";
import type { SeenByGuard } from "./shown-rollout.ts";

const { guard: words } = rolloutsTexts;
const size = { width: 1_000, height: 200 };
const headroom = 1.15;
const edge = 0.03;

/** The rates of both sides in 24 hours, with the highest tolerated rate. */
export function GuardChart({
  standing,
  stoppedAt,
}: {
  readonly standing: SeenByGuard;
  readonly stoppedAt: number | null;
}): ReactElement {
  const now = useNow();
  const { guard, enabled, disabled, points } = standing;
  const lines = rateLines(points, stoppedAt ?? now);
  const times = { ...lines, count: lines.enabled.length };
  const tolerated = toleratedRate(guard, disabled);
  const highest = Math.max(
    ...[...lines.enabled, ...lines.disabled, tolerated].map((rate) => rate ?? 0),
  );
  const max = highest === 0 ? 1 : highest * headroom;
  const label = fill(words.chart, {
    enabled: rateWords(enabled.rate),
    disabled: rateWords(disabled.rate),
  });
  return (
    <div aria-label={label} className="guard-chart" role="img">
      <div className="area-chart-lines">
        <svg
          aria-hidden="true"
          preserveAspectRatio="none"
          viewBox={`0 0 ${size.width} ${size.height}`}
        >
          <path
            className="guard-line"
            data-side="disabled"
            d={lineWithGaps(lines.disabled, max, size)}
          />
          <path
            className="guard-line"
            d={lineWithGaps(lines.enabled, max, size)}
            data-over={standing.state === "alarm" || undefined}
            data-side="enabled"
          />
        </svg>
        {tolerated !== null && (
          <span className="guard-limit" style={{ "--place": 1 - tolerated / max } as CSSProperties}>
            {fill(words.tolerated, { rate: rateWords(tolerated) })}
          </span>
        )}
        {stoppedAt !== null && (
          <span className="guard-stop" style={{ left: percent(placeOf(stoppedAt, times)) }}>
            {fill(words.stoppedAt, { time: timeInClock(stoppedAt) })}
          </span>
        )}
        {timeTicks(times).map(({ place, label: tick }) => (
          <span
            className="area-chart-tick"
            data-edge={place < edge ? "start" : place > 1 - edge ? "end" : undefined}
            key={place}
            style={{ left: percent(place) }}
          >
            {tick}
          </span>
        ))}
      </div>
    </div>
  );
}

function percent(place: number): string {
  return `${place * 100}%`;
}
