import type { ReactElement } from "react";
import { auditsTexts } from "../texts/audits-texts.ts";
import { startOfDayAgo } from "./audit-dates.ts";

const { audits: words } = auditsTexts;
const dates = new Intl.DateTimeFormat(navigator.language, {
  weekday: "long",
  day: "numeric",
  month: "long",
});
const datesWithYear = new Intl.DateTimeFormat(navigator.language, { dateStyle: "full" });

export function dayLabel(start: number): string {
  return datesWithYear.format(start);
}

/** "Today" and "Yesterday" next to the date, because people look for both. */
export function DayHead({
  start,
  count,
}: {
  readonly start: number;
  /** Such as "5 steps"; null if it is not known yet. */
  readonly count: string | null;
}): ReactElement {
  const now = Date.now();
  const isThisYear = new Date(start).getFullYear() === new Date(now).getFullYear();
  const name =
    start === startOfDayAgo(now, 0)
      ? words.today
      : start === startOfDayAgo(now, 1)
        ? words.yesterday
        : null;
  const date = (isThisYear ? dates : datesWithYear).format(start);
  return (
    <h2 className="day-head">
      <span className="day-name">{name ?? date}</span>
      {name !== null && <span className="day-date">{date}</span>}
      {count !== null && <span className="day-count">{count}</span>}
    </h2>
  );
}
