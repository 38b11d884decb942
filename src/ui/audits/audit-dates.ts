/** The presets, as `when` in the URL. */
export const presets = ["today", "yesterday", "week"] as const;
type Preset = (typeof presets)[number];

/** How many days each preset begins and ends before tomorrow. */
const presetDays = {
  today: { first: 0, end: -1 },
  yesterday: { first: 1, end: 0 },
  week: { first: 6, end: -1 },
} as const satisfies Readonly<Record<Preset, { readonly first: number; readonly end: number }>>;

export interface Days {
  /** The start of the first day, in milliseconds since the epoch; null for no limit. */
  readonly from: number | null;
  /** The end of the last day. */
  readonly to: number | null;
}

/** The days in the URL's query, by the reader's clock; both are included. */
export function chosenDays(params: URLSearchParams, now: number): Days {
  const preset = presetIn(params);
  if (preset !== null) {
    const { first, end } = presetDays[preset];
    // Steps of clocks that are ahead belong to today too.
    return { from: startOfDayAgo(now, first), to: end < 0 ? null : startOfDayAgo(now, end) };
  }
  return { from: startOfDay(params.get("since"), 0), to: startOfDay(params.get("until"), 1) };
}

export function presetIn(params: URLSearchParams): Preset | null {
  const when = params.get("when");
  return presets.find((each) => each === when) ?? null;
}

/** Midnight of the reader's clock, some days before the day of `now`. */
export function startOfDayAgo(now: number, days: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
}

const dayForm = /^(\d{4})-(\d\d)-(\d\d)$/;

/** The start of a day such as 2026-11-22, or of a later one. */
function startOfDay(day: string | null, later: number): number | null {
  const [, year, month, date] = dayForm.exec(day ?? "") ?? [];
  if (year === undefined || month === undefined || date === undefined) {
    return null;
  }
  const at = new Date(Number(year), Number(month) - 1, Number(date) + later).getTime();
  return Number.isNaN(at) ? null : at;
}

interface LogDay<Entry> {
  /** Midnight of the reader's clock. */
  readonly start: number;
  readonly entries: readonly Entry[];
}

/** Groups consecutive entries by day. */
export function byDay<Entry>(
  entries: readonly Entry[],
  timeOf: (entry: Entry) => number,
): readonly LogDay<Entry>[] {
  const days: { start: number; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const start = new Date(timeOf(entry)).setHours(0, 0, 0, 0);
    let day = days.at(-1);
    if (day?.start !== start) {
      day = { start, entries: [] };
      days.push(day);
    }
    day.entries.push(entry);
  }
  return days;
}
