import type { SentPlan, SentStep } from "../../api/admin/contract/rollout-plan-models.ts";
import { exactTime } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { guardSentence } from "./guard-words.ts";
import { changeWords, waitWords } from "./step-words.ts";

const { words } = rolloutsTexts.plan;

/** A plan in sentences: its steps, its guards and its start. */
export function planWords({ steps, guards = [], start }: SentPlan): string {
  return [
    `${stepsWords(steps)}.`,
    ...guards.map(({ name, tolerate, action = "return" }) =>
      guardSentence({
        ...{ name, action },
        tolerate: { relative: 0, absolute: 0, ...tolerate },
      }),
    ),
    ...(start === undefined ? [] : [startWords(start)]),
  ].join(" ");
}

/** "25% for a day, 50% for a day, then 100%" */
export function stepsWords(steps: readonly SentStep[]): string {
  const texts = steps.map(stepWords);
  const last = texts.at(-1) ?? "";
  return texts.length < 2
    ? last
    : fill(words.steps, { steps: texts.slice(0, -1).join(", "), last });
}

function stepWords(step: SentStep): string {
  return `${changeWords(step.change)} ${waitWords(step)}`.trimEnd();
}

function startWords(start: NonNullable<SentPlan["start"]>): string {
  return "zone" in start
    ? fill(words.starts, { time: start.at.replace("T", " "), zone: start.zone })
    : fill(words.startsAt, { time: exactTime(start.at) });
}
