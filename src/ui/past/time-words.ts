const { language } = navigator;
const full = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "short" });
const narrow = new Intl.DateTimeFormat(language, {
  weekday: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const clock = new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(language, { day: "numeric", month: "short" });
const minuteMs = 60_000;

/** "Tuesday, 24 November 2026 at 14:00" */
export function timeInFull(time: number): string {
  return full.format(time);
}

/** "Tue 14:00" */
export function timeInShort(time: number): string {
  return narrow.format(time);
}

/** "14:00" */
export function timeInClock(time: number): string {
  return clock.format(time);
}

export function dayInShort(time: number): string {
  return day.format(time);
}

/** The value of a field of the type datetime-local. */
export function localTime(time: number): string {
  const offset = new Date(time).getTimezoneOffset() * minuteMs;
  return new Date(time - offset).toISOString().slice(0, "2026-11-24T14:00".length);
}
