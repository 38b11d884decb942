import type { RolloutChange, SentStep } from "../../api/admin/contract/rollout-plan-models.ts";
import { timeInClock, timeInShort } from "../past/time-words.ts";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";

const { durations, changes, rollout: words } = rolloutsTexts;
const minuteSeconds = 60;
const hourSeconds = 3_600;
const daySeconds = 86_400;
const secondMs = 1_000;
const dayMs = 86_400_000;
const weekDays = 6;
const dates = new Intl.DateTimeFormat(navigator.language, { day: "numeric", month: "short" });

/** What a step changes, in few words: "25%". */
export function changeWords(change: RolloutChange): string {
  switch (change.kind) {
    case "percentage_of_actors":
      return `${formatNumber(change.value)}%`;
    case "percentage_of_time":
      return fill(changes.percentage_of_time, { value: change.value });
    case "expression":
      return change.value === null ? changes.no_expression : changes.expression;
    default:
      return changes[change.kind];
  }
}

/** "a day", "3 h 12 min": at most two units, rounded up to a minute. */
export function durationWords(seconds: number): string {
  if (seconds < minuteSeconds) {
    return plural(durations.second, Math.ceil(seconds));
  }
  const minutes = Math.ceil(seconds / minuteSeconds) * minuteSeconds;
  const days = Math.floor(minutes / daySeconds);
  const hours = Math.floor((minutes % daySeconds) / hourSeconds);
  const rest = (minutes % hourSeconds) / minuteSeconds;
  return [
    ...(days > 0 ? [plural(durations.day, days)] : []),
    ...(hours > 0 ? [plural(durations.hour, hours)] : []),
    ...(rest > 0 && days === 0 ? [plural(durations.minute, rest)] : []),
  ].join(" ");
}

/** What a step waits for: "for a day and until 1,000 enabled checks"; empty for nothing. */
export function waitWords({
  for: seconds = null,
  sample = null,
  approval = false,
}: Pick<SentStep, "for" | "sample" | "approval">): string {
  return [
    ...(seconds === null ? [] : [fill(words.forDuration, { duration: durationWords(seconds) })]),
    ...(sample === null ? [] : [fill(words.checks, { count: formatNumber(sample) })]),
    ...(approval ? [words.person] : []),
  ].join(words.andWait);
}

export function secondsUntil(at: number, now: number): number {
  return Math.max(0, (at - now) / secondMs);
}

/** "today 16:00", "Tue 16:00", "28 Mar, 09:00". */
export function timeNear(at: number, now: number): string {
  const time = timeInClock(at);
  const days = Math.round((startOfDay(at) - startOfDay(now)) / dayMs);
  switch (days) {
    case 0:
      return fill(words.today, { time });
    case 1:
      return fill(words.tomorrow, { time });
    case -1:
      return fill(words.yesterday, { time });
    default:
      return Math.abs(days) <= weekDays
        ? timeInShort(at)
        : fill(words.onDay, { day: dates.format(at), time });
  }
}

function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
