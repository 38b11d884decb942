import type { ReactElement } from "react";
import { ApprovalStyles } from "../approvals/approval-styles.tsx";
import { PlanStart } from "../rollouts/plan-start.tsx";
import { PlanStyles } from "../rollouts/rollout-styles.tsx";
import type { TypedStart } from "../rollouts/typed-plan.ts";
import { usePlanPreview } from "../rollouts/use-plan-preview.ts";
import { approvalTexts } from "../texts/approval-texts.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import type { Schedule } from "./use-schedule.ts";

/** Whether a change that needs no approval is made at once, or at a time. */
export function ReviewWhen({
  featureKey,
  schedule: { start, plan, setStart },
}: {
  readonly featureKey: string;
  readonly schedule: Schedule & { readonly setStart: (start: TypedStart) => void };
}): ReactElement {
  const preview = usePlanPreview(featureKey, plan);
  return (
    <div className="field">
      <ApprovalStyles />
      <PlanStyles />
      <span aria-hidden="true" className="field-label">
        {approvalTexts.when.label}
      </span>
      <PlanStart
        nowLabel={rolloutsTexts.plan.nowLabel}
        onChange={setStart}
        preview={preview.data}
        start={start}
      />
      {preview.error !== null && plan !== null && (
        <p className="field-error" role="alert">
          {preview.error.message}
        </p>
      )}
    </div>
  );
}
