import { type ReactElement, useRef } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Card } from "../parts/page.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useMay } from "../session/session.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { ConflictNotice, GateFoot } from "./gate-foot.tsx";
import { percentageOf, shareOf } from "./percentage.ts";
import { type GateDraft, isConflictError, useGateDraft } from "./use-gate-draft.ts";

const words = texts.gates;
const steps = [1, 5, 10, 25, 50, 100];

const routes = {
  percentageOfActors: "PUT /environments/:environment/features/:key/percentage-of-actors",
  percentageOfTime: "PUT /environments/:environment/features/:key/percentage-of-time",
} as const;

/** Enables the feature for a percentage of the actors, or of the checks. */
export function PercentageCard({
  feature,
  gate,
  weekTotal,
}: {
  readonly feature: FeatureAnswer;
  readonly gate: keyof typeof routes;
  /** Evaluations in a week; undefined without telemetry. */
  readonly weekTotal: number | undefined;
}): ReactElement {
  const { id } = useEnvironment();
  const mayChange = useMay("member");
  const { title, hint, about } = words[gate];
  const saved = String(feature.gates[gate]);
  const draft = useGateDraft(saved, feature.gateTags[gate], (left, right) => left === right, {
    featureKey: feature.key,
    gate,
  });
  const latest = useRef(feature);
  latest.current = feature;
  const undo = useChange(routes[gate]);
  const change = useChange(routes[gate], {
    isShown: isConflictError,
    onDone: (_, { params, body }) => {
      const before = Number(saved);
      showDone(fill(words.saved, { title, percentage: body.percentage }), {
        label: texts.switching.undo,
        // Refused if another person has changed the gate since.
        onChoose: () =>
          undo.mutate({
            params,
            body: { percentage: before, seen: latest.current.gateTags[gate] },
          }),
      });
    },
  });
  const percentage = percentageOf(draft.value);
  const apply = () => {
    if (percentage !== null) {
      change.mutate(
        {
          params: { environment: id, key: feature.key },
          body: { percentage, seen: draft.seen },
        },
        { onSuccess: draft.settle },
      );
    }
  };
  return (
    <Card aside={<span className="percentage-now num">{feature.gates[gate]}%</span>} title={title}>
      <form
        className="gate"
        onSubmit={(event) => {
          event.preventDefault();
          if (draft.isDirty && !draft.isConflict) {
            apply();
          }
        }}
      >
        {!change.isPending && <ConflictNotice draft={draft} now={`${saved}%`} />}
        <PercentageFields draft={draft} isDisabled={!mayChange} title={title} />
        {mayChange && (
          <GateFoot
            action={words.apply}
            draft={draft}
            isBusy={change.isPending}
            isWrong={percentage === null}
            onApply={apply}
            status={
              <>
                <Steps draft={draft} title={title} />
                {percentage === null && (
                  <span className="field-error">{words.percentageWrong}</span>
                )}
              </>
            }
          />
        )}
        <p className="hint">
          {hint}
          {percentage !== null && weekTotal !== undefined && weekTotal > 0 && (
            <>
              {" "}
              {percentage}%:{" "}
              {fill(about, {
                share: formatNumber(shareOf(weekTotal, percentage)),
                total: formatNumber(weekTotal),
              })}
              .
            </>
          )}
        </p>
      </form>
    </Card>
  );
}

function PercentageFields({
  draft,
  title,
  isDisabled,
}: {
  readonly draft: GateDraft<string>;
  readonly title: string;
  readonly isDisabled: boolean;
}): ReactElement {
  const percentage = percentageOf(draft.value);
  const shown = percentage ?? 0;
  return (
    <div className="percentage">
      <input
        aria-label={fill(words.slider, { title })}
        className="slider"
        disabled={isDisabled}
        max={100}
        min={0}
        onChange={({ target }) => draft.set(target.value)}
        style={{ backgroundSize: `${shown}% 100%` }}
        type="range"
        value={shown}
      />
      <span className="percentage-field">
        <input
          aria-invalid={percentage === null}
          aria-label={title}
          className="input num"
          disabled={isDisabled}
          inputMode="numeric"
          max={100}
          min={0}
          onChange={({ target }) => draft.set(target.value)}
          step={1}
          type="number"
          value={draft.value}
        />
        <span aria-hidden="true">%</span>
      </span>
    </div>
  );
}

function Steps({
  draft,
  title,
}: {
  readonly draft: GateDraft<string>;
  readonly title: string;
}): ReactElement {
  const percentage = percentageOf(draft.value);
  return (
    <fieldset aria-label={fill(words.steps, { title })} className="gate-steps">
      {steps.map((step) => (
        <button
          aria-pressed={percentage === step}
          className="chip"
          key={step}
          onClick={() => draft.set(String(step))}
          type="button"
        >
          {step}%
        </button>
      ))}
    </fieldset>
  );
}
