import { type ReactElement, useEffect, useState } from "react";
import { texts } from "../texts/texts.ts";

const relative = new Intl.RelativeTimeFormat(navigator.language, {
  numeric: "auto",
  style: "short",
});
const exact = new Intl.DateTimeFormat(navigator.language, {
  dateStyle: "medium",
  timeStyle: "medium",
});
const units = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
] as const;
const tickMs = 30_000;
const justNowMs = 45_000;
const datesFromMs = 30 * 86_400_000;
const dates = new Intl.DateTimeFormat(navigator.language, { dateStyle: "medium" });

/** "3 min. ago", with the exact time on hover; a date for times older than a month. */
export function RelativeTime({ at }: { readonly at: number | null }): ReactElement {
  const now = useNow();
  if (at === null) {
    return <span className="faint">{texts.common.never}</span>;
  }
  return (
    <time dateTime={new Date(at).toISOString()} title={exactTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}

export function exactTime(at: number): string {
  return exact.format(at);
}

export function relativeTime(at: number, now: number): string {
  const ago = now - at;
  if (Math.abs(ago) < justNowMs) {
    return texts.common.justNow;
  }
  if (ago > datesFromMs) {
    return dates.format(at);
  }
  const { unit, ms } = units.find((each) => Math.abs(ago) >= each.ms) ?? units[2];
  return relative.format(-Math.round(ago / ms), unit);
}

const short = { style: "unit", unitDisplay: "narrow" } as const;

/** "3h", without "ago", for narrow columns whose head says what it is. */
export function shortTime(at: number, now: number): string {
  const ago = Math.max(0, now - at);
  if (ago < justNowMs) {
    return texts.common.justNow;
  }
  if (ago > datesFromMs) {
    return dates.format(at);
  }
  const { unit, ms } = units.find((each) => ago >= each.ms) ?? units[2];
  return new Intl.NumberFormat(navigator.language, { ...short, unit }).format(Math.round(ago / ms));
}

export function useNow(everyMs = tickMs): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
