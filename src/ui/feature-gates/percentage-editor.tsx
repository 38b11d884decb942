import type { ReactElement } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { percentageOf, shareOf } from "../gates/percentage.ts";
import { useMay } from "../session/session.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { rolloutNamesTexts } from "../texts/rollout-names-texts.ts";

const words = gatesTexts.gates;
const steps = [1, 5, 10, 25, 50, 100];

/** The editor of a percentage: a slider, a number and the usual steps. */
export function PercentageEditor({
  feature,
  draft,
  gate,
  weekTotal,
  onSubmit,
  onRollOut,
}: {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
  readonly gate: "percentageOfActors" | "percentageOfTime";
  /** Checks in a week; undefined without telemetry. */
  readonly weekTotal: number | undefined;
  readonly onSubmit: () => void;
  /** Opens the plan of a rollout; null if none can be started. */
  readonly onRollOut: (() => void) | null;
}): ReactElement {
  const mayChange = useMay("member");
  const saved = feature.gates[gate];
  const typed = draft.edits[gate] ?? String(saved);
  const percentage = percentageOf(typed);
  const title = words.names[gate];
  const edit = (value: string) => draft.set(gate, value);
  return (
    <>
      {mayChange && (
        <>
          <div className="percentage">
            <span className="slider-box">
              <input
                aria-label={fill(words.slider, { title })}
                className="slider"
                max={100}
                min={0}
                onChange={({ target }) => edit(target.value)}
                style={{ backgroundSize: `${percentage ?? 0}% 100%` }}
                type="range"
                value={percentage ?? 0}
              />
              {percentage !== saved && (
                <i
                  className="slider-saved"
                  style={{ left: `${saved}%` }}
                  title={fill(words.savedValue, { value: `${saved}%` })}
                />
              )}
            </span>
            <span className="percentage-field">
              <input
                aria-invalid={percentage === null}
                aria-label={title}
                className="input num"
                inputMode="numeric"
                max={100}
                min={0}
                onChange={({ target }) => edit(target.value)}
                onKeyDown={({ key, ctrlKey, metaKey }) => {
                  if (key === "Enter" && !ctrlKey && !metaKey) {
                    onSubmit();
                  }
                }}
                step={1}
                type="number"
                value={typed}
              />
              <span aria-hidden="true">%</span>
            </span>
          </div>
          <fieldset aria-label={fill(words.steps, { title })} className="gate-steps">
            {steps.map((step) => (
              <button
                aria-pressed={percentage === step}
                className="step"
                key={step}
                onClick={() => edit(String(step))}
                type="button"
              >
                {step}%
              </button>
            ))}
            {onRollOut !== null && (
              <button className="step" onClick={onRollOut} type="button">
                {rolloutNamesTexts.open}
              </button>
            )}
          </fieldset>
        </>
      )}
      {percentage === null ? (
        <p className="field-error" role="alert">
          {words.percentageWrong}
        </p>
      ) : (
        <p className="hint">
          {hintOf(gate, saved, percentage)} {shareWords(weekTotal, saved, percentage)}
        </p>
      )}
    </>
  );
}

function hintOf(gate: "percentageOfActors" | "percentageOfTime", from: number, to: number): string {
  const { same, grows, shrinks } = words[gate];
  return from === to || from === 0 || to === 0
    ? same
    : fill(to > from ? grows : shrinks, { from, to });
}

/** The difference in the checks of a week, if all actors check equally often. */
function shareWords(total: number | undefined, from: number, to: number): string {
  if (total === undefined || total === 0) {
    return "";
  }
  const share = formatNumber(shareOf(total, Math.abs(to - from)));
  const values = { share, total: formatNumber(total) };
  if (from === to) {
    return fill(words.share.now, { ...values, share: formatNumber(shareOf(total, to)) });
  }
  return fill(to > from ? words.share.more : words.share.fewer, values);
}
