import type { ReactElement } from "react";
import { fill, plural } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { PlanMore } from "./plan-more.tsx";
import { changeWords } from "./step-words.ts";
import type { TypedStep } from "./typed-plan.ts";

const { more: words } = rolloutsTexts.plan;
const sampleLengthMax = 15;

/** What each step waits for in addition to its time: checks, and a person. */
export function PlanWaits({
  steps,
  onEdit,
  isWrong,
}: {
  readonly steps: readonly TypedStep[];
  readonly onEdit: (index: number, changes: Partial<TypedStep>) => void;
  readonly isWrong: (index: number) => boolean;
}): ReactElement {
  const count = steps.filter(({ sample, approval }) => sample.trim() !== "" || approval).length;
  return (
    <PlanMore chosen={count === 0 ? [] : [plural(words.waiting, count)]}>
      <p className="hint">{words.waits}</p>
      <ol className="plan-waits">
        {steps.map((step, index) => (
          <li key={step.id}>
            <span aria-hidden="true" className="plan-number">
              {index + 1}
            </span>
            <span className="plan-change">
              {step.percentage === null ? changeWords(step.change) : `${step.percentage}%`}
            </span>
            <span className="plan-sample">
              <input
                aria-invalid={isWrong(index)}
                aria-label={fill(words.sample, { step: index + 1 })}
                className="input num"
                inputMode="numeric"
                maxLength={sampleLengthMax}
                onChange={({ target }) => onEdit(index, { sample: target.value })}
                value={step.sample}
              />
              <span aria-hidden="true">{words.checks}</span>
            </span>
            <label>
              <input
                aria-label={fill(words.approval, { step: index + 1 })}
                checked={step.approval}
                onChange={({ target }) => onEdit(index, { approval: target.checked })}
                type="checkbox"
              />
              {words.person}
            </label>
          </li>
        ))}
      </ol>
    </PlanMore>
  );
}
