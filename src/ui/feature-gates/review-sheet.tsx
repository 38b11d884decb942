import { type ComponentProps, type ReactElement, Suspense, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { CallError } from "../api/call.ts";
import { BypassNote, isBypassReason } from "../approvals/bypass-note.tsx";
import { usePolicy } from "../approvals/use-policy.ts";
import { Modal } from "../dialogs/modal.tsx";
import { actorCountAfter, useDraftPreview } from "../drafts/draft-preview.ts";
import { type ApplyOptions, useApplyEdits } from "../drafts/use-apply-draft.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { EnvironmentDot } from "../environments/environment-dot.tsx";
import { Button } from "../parts/button.tsx";
import { TextArea, TextField } from "../parts/field.tsx";
import { Icon } from "../parts/icon.tsx";
import { lazily } from "../parts/lazily.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { AskFields, type AskInput, NeededApprovals } from "../policies/ask-fields.tsx";
import { applyOf, typedWhen } from "../policies/request-when.tsx";
import { useSession } from "../session/session.ts";
import { approvalTexts } from "../texts/approval-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { rolloutNamesTexts } from "../texts/rollout-names-texts.ts";
import { texts } from "../texts/texts.ts";
import { AffectedCard } from "./affected-card.tsx";
import { GateDiff } from "./gate-diff.tsx";
import type { ReviewWhen as LoadedWhen } from "./review-when.tsx";
import { draftTitle, useAskApproval } from "./use-ask-approval.ts";
import { useSchedule } from "./use-schedule.ts";

const { drafts: words } = texts;
const { approval } = approvalTexts;

const ReviewWhen = lazily<ComponentProps<typeof LoadedWhen>>(
  async () => (await import("./review-when.tsx")).ReviewWhen,
);

interface ReviewProps {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether the person chose to pause the rollout of the feature with the change. */
  readonly pausesRollout: boolean;
}

/**
 * What a draft changes, who notices it, and why; then it is applied. In a protected environment it
 * becomes a change request instead.
 */
export function ReviewSheet(props: ReviewProps): ReactElement {
  const { feature, draft, isOpen } = props;
  const environment = useEnvironment();
  const { mode } = useSession();
  const review = useReview(props);
  const { preview, policy, way, reason, typed, ask, submit } = review;
  return (
    <Modal
      description={
        <span className="review-about">
          {fill(words.reviewAbout, { key: feature.key, environment: environment.name })}
          <EnvironmentDot environment={environment} />
        </span>
      }
      foot={<ReviewFoot review={review} />}
      isOpen={isOpen}
      look="sheet"
      onClose={review.close}
      onSubmit={submit}
      title={plural(words.reviewTitle, draft.edited.length)}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Waiting error={preview.error?.message} hasConflict={draft.conflicts.length > 0} />
        {way === "bypass" && <BypassNote environment={environment.name} />}
        <div className="card">
          {draft.edited.map((gate) => (
            <GateDiff
              actorCountAfter={actorCountAfter(preview)}
              draft={draft}
              feature={feature}
              gate={gate}
              key={gate}
            />
          ))}
        </div>
        {draft.incomplete.length === 0 && mode === "hosted" && (
          <AffectedCard draft={draft} feature={feature} />
        )}
        <TextArea
          hint={
            way === "bypass"
              ? approval.bypassHint
              : policy.rules?.reason === "always"
                ? approval.whyNeeded
                : policy.rules === null
                  ? words.whyHint
                  : approval.whyHint
          }
          label={words.why}
          onChange={({ target }) => review.setReason(target.value)}
          rows={2}
          value={reason}
        />
        {way === "apply" && review.schedule.isOffered && (
          <Suspense fallback={null}>
            <ReviewWhen featureKey={feature.key} schedule={review.schedule} />
          </Suspense>
        )}
        {way === "ask" && <AskFields input={ask} onChange={review.setAsk} />}
        {way === "ask" && policy.rules !== null && (
          <NeededApprovals environment={environment} rules={policy.rules} />
        )}
        {review.mustType && (
          <TextField
            autoComplete="off"
            label={fill(texts.confirm.typeName, { name: feature.key })}
            onChange={({ target }) => review.setTyped(target.value)}
            spellCheck={false}
            value={typed}
          />
        )}
      </form>
    </Modal>
  );
}

type Review = ReturnType<typeof useReview>;

function useReview({ feature, draft, isOpen, onClose, pausesRollout }: ReviewProps) {
  const environment = useEnvironment();
  const policy = usePolicy(environment.id);
  const applying = useApplyEdits(feature);
  const asking = useAskApproval(feature, draft);
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const [asked, setAsk] = useState<AskInput | null>(null);
  const [isBypassing, setBypassing] = useState(false);
  const preview = useDraftPreview(feature, draft, isOpen);
  const way: keyof typeof actions =
    policy.rules === null ? "apply" : isBypassing ? "bypass" : "ask";
  // A typed key is no second question to a person who waits for approval.
  const mustType = preview.data?.mustType === true && way !== "ask";
  const ask = asked ?? { title: draftTitle(feature, draft), when: typedWhen() };
  const needsReason = policy.rules?.reason === "always";
  const isReady =
    // That of an earlier draft does not count. Without one the change's own answer says what is wrong.
    (preview.isSuccess
      ? !preview.isPlaceholderData
      : preview.error !== null && !isRefusal(preview.error)) &&
    draft.incomplete.length + draft.conflicts.length === 0 &&
    (!mustType || typed === feature.key) &&
    (!needsReason || reason.trim() !== "");
  const canSubmit =
    isReady &&
    (way === "ask"
      ? ask.title.trim() !== "" && applyOf(ask.when) !== null
      : way === "apply" || isBypassReason(reason));
  const close = () => {
    setTyped("");
    setBypassing(false);
    onClose();
  };
  const onDone = () => {
    setReason("");
    setAsk(null);
    close();
  };
  const schedule = useSchedule(feature, draft, onDone);
  const submit = () => {
    if (canSubmit && way === "apply" && schedule.plan !== null) {
      schedule.send(reason);
    } else if (canSubmit && way === "ask") {
      asking.send(ask, reason);
    } else if (canSubmit) {
      const options: ApplyOptions = {
        ...{ reason, onDone, isBypass: way === "bypass", pausesRollout },
        ...(mustType ? { typed } : {}),
      };
      applying.apply(draft.edits, options);
    }
  };
  const isBusy = applying.isBusy || asking.isBusy || schedule.isBusy;
  return {
    ...{ policy, way, preview, mustType, canSubmit, isBusy, typed, reason, ask, schedule },
    ...{ setTyped, setReason, setAsk, setBypassing, submit, close },
  } as const;
}

const actions = {
  apply: words.apply,
  ask: approval.ask,
  bypass: approval.bypassAction,
} as const;

function ReviewFoot({ review }: { readonly review: Review }): ReactElement {
  const { way, policy, setBypassing, close, submit } = review;
  return (
    <>
      {way === "ask" && policy.mayBypass && (
        <Button look="quiet-danger" onClick={() => setBypassing(true)}>
          {approval.bypass}
        </Button>
      )}
      <Button onClick={() => (way === "bypass" ? setBypassing(false) : close())}>
        {words.back}
      </Button>
      <Button
        disabled={!review.canSubmit}
        isBusy={review.isBusy}
        look={way === "bypass" ? "danger" : "main"}
        onClick={submit}
      >
        {way === "apply" && review.schedule.plan !== null
          ? rolloutNamesTexts.schedule
          : actions[way]}
        <kbd>{words.reviewKeys}</kbd>
      </Button>
    </>
  );
}

/** Whether the server would not accept the changes either. */
function isRefusal({ status }: CallError): boolean {
  return status >= 400 && status < 500;
}

/** Why the changes cannot be applied now. */
function Waiting({
  hasConflict,
  error,
}: {
  readonly hasConflict: boolean;
  readonly error: string | undefined;
}): ReactElement | null {
  const text = hasConflict ? words.reviewWaits : error;
  return text === undefined ? null : (
    <p className="note note-warning" role="alert">
      <Icon name="warning" />
      {text}
    </p>
  );
}
