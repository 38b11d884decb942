import type { AnswerOf } from "../api/call.ts";
import { exactTime } from "../parts/relative-time.tsx";
import { fill, formatNumber } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { rateWords } from "./guard-words.ts";
import { changeWords, durationWords } from "./step-words.ts";

const { plan: words } = rolloutsTexts;
const secondMs = 1_000;
const minuteSeconds = 60;

export type Preview = AnswerOf<"POST /environments/:environment/rollouts/preview">;

/** How long a guard is expected to need in the first step and in the longest ones, in sentences. */
export function expectationWords(preview: Preview | undefined, name: string): readonly string[] {
  const guard = preview?.guards.find((each) => each.name === name);
  if (preview === undefined || guard === undefined) {
    return [];
  }
  const { rate, outcomesPerHour, delays } = guard;
  if (rate === null || outcomesPerHour === null) {
    return [words.noLastWeek];
  }
  const [first] = delays;
  const planned = first === undefined ? undefined : preview.steps[first.step];
  return [
    fill(words.lastWeek, {
      rate: rateWords(rate),
      checks: formatNumber(Math.round(outcomesPerHour)),
    }),
    ...(planned === undefined
      ? []
      : [
          fill(words.delays, {
            change: changeWords(planned.change),
            delays: delays
              .filter(({ step }) => step === first?.step)
              .map(delayWords)
              .join(", "),
          }),
        ]),
  ];
}

function delayWords({ rise, median }: Preview["guards"][number]["delays"][number]): string {
  return median === null
    ? fill(words.delayLong, { rise })
    : fill(words.delay, { rise, duration: durationWords(median * minuteSeconds) });
}

/** When a rollout at a time starts, and what the clocks do then. */
export function startWords({ start }: Preview): string {
  if (start === null) {
    return "";
  }
  const time = exactTime(start.at);
  switch (start.note) {
    case "skipped":
      return fill(words.skipped, { time });
    case "repeated":
      return fill(words.repeated, { time });
    default:
      return fill(words.starts, { time });
  }
}

/** When the last step is over at the earliest; null if that depends on something else than time. */
export function doneAt(
  preview: Preview | undefined,
  lastSeconds: number | null | undefined,
): number | null {
  const at = preview?.steps.at(-1)?.plannedAt ?? null;
  return at === null ? null : at + (lastSeconds ?? 0) * secondMs;
}
