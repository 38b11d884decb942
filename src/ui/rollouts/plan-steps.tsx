import { type ReactElement, useRef } from "react";
import { Button, IconButton } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { fill, plural } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { PlanWaits } from "./plan-waits.tsx";
import { changeWords, durationWords } from "./step-words.ts";
import {
  type DurationUnit,
  durationUnits,
  type Ladder,
  ladderSteps,
  ladders,
  planProblems,
  type StepProblem,
  secondsOf,
  stepsMax,
  type TypedPlan,
  type TypedStep,
  withStep,
} from "./typed-plan.ts";

const { plan: words } = rolloutsTexts;
const wrongWords: Readonly<Record<StepProblem, string>> = {
  percentage: words.percentageWrong,
  duration: words.durationWrong,
  sample: words.more.sampleWrong,
};
const ladderNames = Object.keys(ladders) as readonly Ladder[];

/** The steps of a plan: each with its percentage, its duration and its effect. */
export function PlanSteps({
  plan,
  ladder,
  added,
  onLadder,
  onChange,
  current,
}: {
  readonly plan: TypedPlan;
  /** The usual plan that the steps are; null after an edit. */
  readonly ladder: Ladder | null;
  /** For each step, how many more checks a day are enabled; null for unknown. */
  readonly added: readonly (number | null)[];
  readonly onLadder: (ladder: Ladder, steps: readonly TypedStep[]) => void;
  readonly onChange: (steps: readonly TypedStep[]) => void;
  /** The percentage of actors before the rollout. */
  readonly current: number;
}): ReactElement {
  const { steps } = plan;
  const list = useRef<HTMLOListElement>(null);
  const edit = (index: number, changes: Partial<TypedStep>) =>
    onChange(steps.with(index, { ...(steps[index] as TypedStep), ...changes }));
  const problems = planProblems(plan).flatMap((each) => ("step" in each ? [each] : []));
  const isWrong = (kind: StepProblem, index: number) =>
    problems.some((each) => each.kind === kind && each.step === index + 1);
  return (
    <Card
      aside={
        <Segmented<Ladder | "">
          choices={ladderNames.map((each) => ({ value: each, label: words.ladders[each] }))}
          label={words.laddersLabel}
          onChoose={(each) => each !== "" && onLadder(each, ladderSteps(each, current))}
          value={ladder ?? ""}
        />
      }
      title={words.steps}
    >
      <ol className="plan-steps" ref={list}>
        {steps.map((step, index) => (
          <li key={step.id}>
            <span aria-hidden="true" className="plan-number">
              {index + 1}
            </span>
            <StepChange
              isWrong={isWrong("percentage", index)}
              number={index + 1}
              onEdit={(changes) => edit(index, changes)}
              step={step}
            />
            {index === steps.length - 1 ? (
              <span className="faint plan-duration">{lastWords(step)}</span>
            ) : (
              <StepDuration
                isWrong={isWrong("duration", index)}
                number={index + 1}
                onEdit={(changes) => edit(index, changes)}
                step={step}
              />
            )}
            <span className="faint plan-added">{addedWords(added[index] ?? null)}</span>
            <IconButton
              disabled={steps.length === 1}
              icon="close"
              label={fill(words.remove, { step: index + 1 })}
              onClick={() => {
                onChange(steps.toSpliced(index, 1));
                requestAnimationFrame(() => focusRemove(list.current, index));
              }}
            />
          </li>
        ))}
      </ol>
      {problems.map(({ kind, step }) => (
        <p className="field-error" key={`${kind} ${step}`} role="alert">
          {fill(wrongWords[kind], { step })}
        </p>
      ))}
      <div className="plan-add">
        <Button
          disabled={steps.length >= stepsMax}
          icon="plus"
          isSmall={true}
          look="plain"
          onClick={() => onChange(withStep(steps))}
        >
          {words.add}
        </Button>
      </div>
      <PlanWaits isWrong={(index) => isWrong("sample", index)} onEdit={edit} steps={steps} />
    </Card>
  );
}

/** After a step was removed, the focus goes to the step that took its place, or to the last one. */
function focusRemove(list: HTMLOListElement | null, index: number): void {
  const buttons = [...(list?.querySelectorAll<HTMLElement>(".icon-button") ?? [])];
  buttons.at(Math.min(index, buttons.length - 1))?.focus();
}

interface StepProps {
  readonly step: TypedStep;
  readonly number: number;
  readonly isWrong: boolean;
  readonly onEdit: (changes: Partial<TypedStep>) => void;
}

function StepChange({ step, number, isWrong, onEdit }: StepProps): ReactElement {
  return step.percentage === null ? (
    <span className="plan-change">{changeWords(step.change)}</span>
  ) : (
    <span className="plan-change">
      <input
        aria-invalid={isWrong}
        aria-label={fill(words.percentage, { step: number })}
        className="input num"
        inputMode="numeric"
        maxLength={3}
        onChange={({ target }) => onEdit({ percentage: target.value })}
        value={step.percentage}
      />
      <span aria-hidden="true">%</span>
    </span>
  );
}

function StepDuration({ step, number, isWrong, onEdit }: StepProps): ReactElement {
  return (
    <span className="plan-duration">
      <span aria-hidden="true" className="faint">
        {words.for}
      </span>
      <input
        aria-invalid={isWrong}
        aria-label={fill(words.duration, { step: number })}
        className="input num"
        inputMode="decimal"
        maxLength={6}
        onChange={({ target }) => onEdit({ count: target.value })}
        value={step.count}
      />
      <select
        aria-label={fill(words.unit, { step: number })}
        className="input select"
        onChange={({ target }) => onEdit({ unit: target.value as DurationUnit })}
        value={step.unit}
      >
        {durationUnits.map((unit) => (
          <option key={unit} value={unit}>
            {plural(words.units[unit], Number(step.count))}
          </option>
        ))}
      </select>
    </span>
  );
}

function lastWords(step: TypedStep): string {
  const seconds = secondsOf(step) ?? null;
  return seconds === null ? words.last : fill(words.lastFor, { duration: durationWords(seconds) });
}

const signed = new Intl.NumberFormat(navigator.language, {
  signDisplay: "exceptZero",
  maximumSignificantDigits: 3,
});

function addedWords(count: number | null): string {
  return count === null ? "" : fill(words.added, { count: signed.format(count) });
}
