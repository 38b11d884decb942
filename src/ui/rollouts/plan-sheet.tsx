import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { showRequested } from "../api/requested.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { Modal } from "../dialogs/modal.tsx";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { shortSummary } from "../gates/gate-summary.ts";
import { Button } from "../parts/button.tsx";
import { TextArea } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { Card } from "../parts/page.tsx";
import { whyOf } from "../parts/why-field.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { NeededApprovals } from "../policies/ask-fields.tsx";
import { approvalTexts } from "../texts/approval-texts.ts";
import { fill } from "../texts/fill.ts";
import { rolloutsTexts } from "../texts/rollouts-texts.ts";
import { texts } from "../texts/texts.ts";
import { PlanGuards } from "./plan-guards.tsx";
import { PlanLate } from "./plan-late.tsx";
import { PlanStart } from "./plan-start.tsx";
import { PlanSteps } from "./plan-steps.tsx";
import { doneAt } from "./preview-words.ts";
import { PlanStyles } from "./rollout-styles.tsx";
import type { ShownRollout } from "./shown-rollout.ts";
import { timeNear } from "./step-words.ts";
import {
  type Ladder,
  ladderSteps,
  planAgain,
  secondsOf,
  sentPlan,
  type TypedPlan,
  typedStart,
} from "./typed-plan.ts";
import { usePlanPreview } from "./use-plan-preview.ts";

const { plan: words } = rolloutsTexts;

interface PlanSheetProps {
  readonly feature: FeatureAnswer;
  /** The ended rollout that is started again; null for a new one. */
  readonly again: ShownRollout | null;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onStarted: () => void;
}

/** Plans a rollout of a feature and starts it, or asks for its approval. */
export function PlanSheet({ isOpen, ...props }: PlanSheetProps): ReactElement {
  const { feature, again, onClose } = props;
  const environment = useEnvironment();
  const sheet = usePlan(props, isOpen);
  const { plan, preview, policy, reason } = sheet;
  const needsReason = again !== null || policy.rules?.reason === "always";
  return (
    <Modal
      description={
        <span className="review-about">
          {fill(words.about, { key: feature.key, environment: environment.name })}
          <EnvironmentDot environment={environment} />
          <span className="faint">{fill(words.now, { value: shortSummary(feature.gates) })}</span>
        </span>
      }
      foot={<Foot onClose={onClose} sheet={sheet} />}
      isOpen={isOpen}
      look="sheet"
      onClose={onClose}
      onSubmit={sheet.submit}
      title={words.title}
    >
      <PlanStyles />
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          sheet.submit();
        }}
      >
        {sheet.refusal !== null && (
          <p className="note note-warning" role="alert">
            <Icon name="warning" />
            {sheet.refusal}
          </p>
        )}
        <PlanSteps
          added={preview.data?.steps.map((step) => step.addedChecks) ?? []}
          current={feature.gates.percentageOfActors}
          ladder={sheet.ladder}
          onChange={(steps) => sheet.change({ ...plan, steps })}
          onLadder={(ladder, steps) => sheet.change({ ...plan, steps }, ladder)}
          plan={plan}
        />
        <PlanGuards
          onChange={(guards) => sheet.change({ ...plan, guards }, sheet.ladder)}
          plan={plan}
          preview={preview.data}
        />
        <Card title={words.start}>
          <PlanStart
            nowLabel={policy.rules === null ? words.nowLabel : words.approved}
            onChange={(start) => sheet.change({ ...plan, start }, sheet.ladder)}
            preview={preview.data}
            start={plan.start}
          />
          <PlanLate
            late={plan.late}
            onChange={(late) => sheet.change({ ...plan, late }, sheet.ladder)}
          />
        </Card>
        <TextArea
          hint={
            again !== null
              ? words.whyAgain
              : needsReason
                ? approvalTexts.approval.whyNeeded
                : words.whyHint
          }
          label={words.why}
          onChange={({ target }) => sheet.setReason(target.value)}
          rows={2}
          value={reason}
        />
        {policy.rules !== null && (
          <NeededApprovals environment={environment} rules={policy.rules} />
        )}
      </form>
    </Modal>
  );
}

type Sheet = ReturnType<typeof usePlan>;

function usePlan({ feature, again, onStarted }: Omit<PlanSheetProps, "isOpen">, isOpen: boolean) {
  const { id } = useEnvironment();
  const policy = usePolicy(id);
  const [plan, setPlan] = useState<TypedPlan>(() =>
    again === null ? newPlan(feature) : planAgain(again, Date.now()),
  );
  const [ladder, setLadder] = useState<Ladder | null>(again === null ? "usual" : null);
  const [reason, setReason] = useState("");
  const sent = sentPlan(plan);
  const preview = usePlanPreview(feature.key, isOpen ? sent : null);
  const start = useChange("POST /environments/:environment/rollouts", {
    onDone: ({ rollout }) => {
      const text = rollout.state === "waiting" ? words.scheduled : words.started;
      showDone(fill(text, { key: feature.key }));
      onStarted();
    },
  });
  const ask = useChange("POST /environments/:environment/requests", {
    onDone: (answer) => void showRequested(answer),
  });
  const isBusy = start.isPending || ask.isPending;
  const needsReason = again !== null || policy.rules?.reason === "always";
  const refusal = preview.error === null || sent === null ? null : preview.error.message;
  const canSubmit = sent !== null && refusal === null && (!needsReason || reason.trim() !== "");
  return {
    ...{ plan, ladder, policy, preview, reason, setReason, refusal, canSubmit },
    isBusy,
    change: (next: TypedPlan, nextLadder: Ladder | null = null) => {
      setPlan(next);
      setLadder(nextLadder);
    },
    submit: () => {
      if (!canSubmit || isBusy) {
        return;
      }
      const { key } = feature;
      const params = { environment: id };
      if (policy.rules === null) {
        start.mutate({ params, body: { key, ...sent, ...whyOf(reason) } });
      } else {
        const commands = [{ kind: "rollout" as const, key, ...sent }];
        const title = fill(words.requestTitle, { key });
        const apply = { kind: "approved" as const };
        ask.mutate({ params, body: { title, commands, apply, ...whyOf(reason) } });
      }
    },
  };
}

function newPlan({ gates }: FeatureAnswer): TypedPlan {
  return {
    steps: ladderSteps("usual", gates.percentageOfActors),
    guards: [],
    start: typedStart(Date.now()),
    late: "hold",
  };
}

function Foot({
  sheet: { plan, policy, preview, canSubmit, isBusy, submit },
  onClose,
}: {
  readonly sheet: Sheet;
  readonly onClose: () => void;
}): ReactElement {
  const last = plan.steps.at(-1);
  const at = last === undefined || last.approval ? null : doneAt(preview.data, secondsOf(last));
  const action =
    policy.rules !== null ? words.ask : plan.start.kind === "now" ? words.submit : words.schedule;
  return (
    <>
      <span className="plan-end">
        {[
          ...(at === null ? [] : [fill(words.doneAt, { time: timeNear(at, Date.now()) })]),
          ...(policy.rules === null ? [] : [words.covers]),
        ].join(" ")}
      </span>
      <Button onClick={onClose}>{words.back}</Button>
      <Button disabled={!canSubmit} isBusy={isBusy} look="main" onClick={submit}>
        {action}
        <kbd>{texts.drafts.reviewKeys}</kbd>
      </Button>
    </>
  );
}
