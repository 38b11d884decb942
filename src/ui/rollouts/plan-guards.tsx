import { type ReactElement, useRef } from "react";
import { Button, IconButton } from "../parts/button.tsx";
import { TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { Card } from "../parts/page.tsx";
import { Segmented } from "../parts/segmented.tsx";
import { fill, formatNumber } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { PlanMore } from "./plan-more.tsx";
import { expectationWords, type Preview } from "./preview-words.ts";
import {
  confidenceOf,
  guardsMax,
  newGuard,
  problemsOfGuard,
  type TypedGuard,
  type TypedPlan,
  usualConfidence,
} from "./typed-plan.ts";

const { plan: words } = rolloutsTexts;
const { more } = words;
const actions = ["return", "back", "hold"] as const;
const kinds = ["relative", "absolute"] as const;
const nameLengthMax = 100;

/** The guards of a plan, each as a sentence with fields, and what the server expects of it. */
export function PlanGuards({
  plan,
  preview,
  onChange,
}: {
  readonly plan: TypedPlan;
  /** Of an earlier plan while the server computes; undefined until it is known. */
  readonly preview: Preview | undefined;
  readonly onChange: (guards: readonly TypedGuard[]) => void;
}): ReactElement {
  const { guards } = plan;
  const add = useRef<HTMLDivElement>(null);
  return (
    <Card title={words.guards}>
      <div className="stack">
        {guards.length === 0 && <p className="faint">{words.noGuards}</p>}
        {guards.map((guard, index) => (
          <GuardFields
            guard={guard}
            key={guard.id}
            number={index + 1}
            onChange={(changed) => onChange(guards.with(index, changed))}
            onRemove={() => {
              onChange(guards.toSpliced(index, 1));
              add.current?.querySelector("button")?.focus();
            }}
            preview={preview}
          />
        ))}
        <div className="plan-add" ref={add}>
          <Button
            disabled={guards.length >= guardsMax}
            icon="plus"
            isSmall={true}
            look="plain"
            onClick={() => onChange([...guards, newGuard()])}
          >
            {words.addGuard}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function GuardFields({
  guard,
  number,
  preview,
  onChange,
  onRemove,
}: {
  readonly guard: TypedGuard;
  readonly number: number;
  readonly preview: Preview | undefined;
  readonly onChange: (guard: TypedGuard) => void;
  readonly onRemove: () => void;
}): ReactElement {
  const { name, tolerance, kind, action } = guard;
  const lines = expectationWords(preview, name.trim());
  const isToleranceWrong = problemsOfGuard(guard).includes("tolerance");
  return (
    <fieldset aria-label={fill(words.ofGuard, { guard: number })} className="plan-guard">
      <div className="plan-sentence">
        <span>{words.when}</span>
        <TextField
          autoComplete="off"
          // A new guard begins with its name.
          autoFocus={name === ""}
          isLabelHidden={true}
          label={words.outcome}
          maxLength={nameLengthMax}
          onChange={({ target }) => onChange({ ...guard, name: target.value })}
          placeholder={words.outcomeHint}
          spellCheck={false}
          value={name}
        />
        <span>{words.areBad}</span>
        <input
          aria-invalid={isToleranceWrong}
          aria-label={words.tolerance}
          className="input num"
          inputMode="decimal"
          maxLength={6}
          onChange={({ target }) => onChange({ ...guard, tolerance: target.value })}
          value={tolerance}
        />
        <select
          aria-label={words.toleranceUnit}
          className="input select"
          onChange={({ target }) =>
            onChange({ ...guard, kind: target.value === "absolute" ? "absolute" : "relative" })
          }
          value={kind}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {words.tolerances[each]}
            </option>
          ))}
        </select>
        <span>{words.than}</span>
        <Segmented
          choices={actions.map((each) => ({ value: each, label: words.actions[each] }))}
          label={words.action}
          onChoose={(chosen) => onChange({ ...guard, action: chosen })}
          value={action}
        />
      </div>
      <IconButton
        icon="close"
        label={fill(words.removeGuard, { guard: number })}
        onClick={onRemove}
      />
      {isToleranceWrong && (
        <p className="field-error" role="alert">
          {words.toleranceWrong}
        </p>
      )}
      {name.trim() === "" ? (
        <p className="hint">{words.nameMissing}</p>
      ) : (
        lines.length > 0 && (
          <p className="note plan-expected">
            <Icon name="telemetry" />
            <span>{lines.join(" ")}</span>
          </p>
        )
      )}
      <GuardMore guard={guard} onChange={onChange} />
    </fieldset>
  );
}

const sides = ["errors", "rest"] as const;

function GuardMore({
  guard,
  onChange,
}: {
  readonly guard: TypedGuard;
  readonly onChange: (guard: TypedGuard) => void;
}): ReactElement {
  const { bad, confidence } = guard;
  const percent = confidenceOf(confidence);
  const chosen = [
    ...(bad === "errors" ? [] : [more.restBad]),
    ...(confidence === usualConfidence ? [] : [fill(more.confident, { confidence })]),
  ];
  return (
    <PlanMore chosen={chosen}>
      <div className="plan-sentence">
        <span>{more.bad}</span>
        <Segmented
          choices={sides.map((each) => ({ value: each, label: more.sides[each] }))}
          label={more.bad}
          onChoose={(side) => onChange({ ...guard, bad: side })}
          value={bad}
        />
      </div>
      <div className="plan-sentence">
        <span aria-hidden="true">{more.confidence}</span>
        <input
          aria-invalid={percent === null}
          aria-label={more.confidence}
          className="input num"
          inputMode="decimal"
          maxLength={6}
          onChange={({ target }) => onChange({ ...guard, confidence: target.value })}
          value={confidence}
        />
        <span aria-hidden="true">%</span>
      </div>
      {percent === null ? (
        <p className="field-error" role="alert">
          {more.confidenceWrong}
        </p>
      ) : (
        <p className="hint">
          {fill(more.falseAlarms, { percent: formatNumber(Number((100 - percent).toFixed(2))) })}
        </p>
      )}
    </PlanMore>
  );
}
