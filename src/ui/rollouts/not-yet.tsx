import type { ReactElement, ReactNode } from "react";
import type { ExplainedFeature } from "../../api/admin/contract/explain-models.ts";
import { useNow } from "../parts/relative-time.tsx";
import { fill } from "../texts/fill.ts";
import { rolloutSideTexts } from "../texts/rollout-side-texts.ts";
import { enablingStep } from "./enabling-step.ts";
import { changeWords, timeNear } from "./step-words.ts";
import { goesOn, useFeatureRollout } from "./use-feature-rollout.ts";

const { notYet: words } = rolloutSideTexts;

/** At which step of a rollout a tried actor gets the feature; `otherwise` if no step gives it. */
export function NotYet({
  feature,
  otherwise,
}: {
  readonly feature: ExplainedFeature;
  readonly otherwise: ReactNode;
}): ReactElement {
  const rollout = useFeatureRollout(feature.key);
  const now = useNow();
  const found = rollout == null ? null : enablingStep(rollout, feature);
  if (rollout == null || found === null) {
    return <>{otherwise}</>;
  }
  const { step, number } = found;
  const text = !goesOn(rollout) ? words.waits : step.plannedAt === null ? words.soon : words.at;
  return (
    <>
      <strong>{words.title}</strong>{" "}
      {fill(text, {
        step: number,
        change: changeWords(step.change),
        time: step.plannedAt === null ? "" : timeNear(step.plannedAt, now),
      })}
    </>
  );
}
