import type { ReactElement } from "react";
import { Fact } from "../parts/fact.tsx";
import { Card } from "../parts/page.tsx";
import { exactTime } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { rolloutSideTexts } from "../texts/rollout-side-texts.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { guardFacts } from "./guard-words.ts";
import { stepsWords } from "./plan-words.ts";
import type { ShownRollout } from "./shown-rollout.ts";
import { changeWords, durationWords } from "./step-words.ts";

const { plan: words } = rolloutSideTexts;
const { actions } = rolloutsTexts.guard;

/** What was planned: the steps, the guards, the start, and what a late step does. */
export function PlanCard({ rollout }: { readonly rollout: ShownRollout }): ReactElement {
  const { steps, guards, start, late } = rollout;
  return (
    <Card title={words.title}>
      <dl className="rollout-plan">
        <Fact label={words.steps}>{ladderWords(steps)}</Fact>
        {guards.map((guard) => (
          <Fact key={guard.name} label={fill(words.guard, { name: guard.name })}>
            {guardFacts(guard)}
          </Fact>
        ))}
        {guards.length > 0 && (
          <Fact label={words.alarm}>
            {[...new Set(guards.map(({ action }) => actions[action]))].join(", ")}
          </Fact>
        )}
        {start.kind === "at" && (
          <Fact label={words.start}>
            {start.local === null || start.zone === null
              ? exactTime(start.at)
              : fill(words.starts, { time: start.local.replace("T", " "), zone: start.zone })}
          </Fact>
        )}
        <Fact label={words.late}>{words.lates[late]}</Fact>
      </dl>
    </Card>
  );
}

/** "5% → 25% → 100%, a day each" if all steps wait for the same time only. */
export function ladderWords(steps: ShownRollout["steps"]): string {
  const waits = new Set(steps.slice(0, -1).map((step) => step.for));
  const [duration = null] = waits;
  const isPlain = steps.every(({ sample, approval }) => sample === null && !approval);
  return waits.size === 1 && duration !== null && isPlain && steps.at(-1)?.for == null
    ? fill(words.ladder, {
        steps: steps.map(({ change }) => changeWords(change)).join(words.arrow),
        duration: durationWords(duration),
      })
    : stepsWords(steps);
}
