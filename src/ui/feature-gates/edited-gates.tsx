import { type ReactElement, useEffect, useRef, useState } from "react";
import type { FeatureAnswer, GateName } from "../../api/admin/contract/feature-models.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { useStepPages } from "../audits/audit-query.ts";
import { actorCountAfter, useDraftPreview } from "../drafts/draft-preview.ts";
import { SaveBar } from "../drafts/save-bar.tsx";
import { useApplyEdits } from "../drafts/use-apply-draft.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { useRecentTotal } from "../evaluations/use-week-total.ts";
import { changesOfGates } from "../gates/gate-words.ts";
import { usePageCommands } from "../parts/page-commands.ts";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useEnvironment } from "../paths/environment.ts";
import type { ShownRollout } from "../rollouts/shown-rollout.ts";
import { goesOn } from "../rollouts/use-feature-rollout.ts";
import { useMay } from "../session/session.ts";
import { ReviewSheet } from "./review-sheet.tsx";
import { WhoGetsIt } from "./who-gets-it.tsx";

interface EditedGatesProps {
  readonly feature: FeatureAnswer;
  /** The gate that a key opened while the feature was loading. */
  readonly first: GateName | null;
  readonly draft: DraftOfFeature;
  readonly rollout: ShownRollout | null;
  /** Opens the plan of a rollout; null if none can be started. */
  readonly onRollOut: (() => void) | null;
}

/** The gates of a feature with the draft of their changes, its bar and its review. */
export function EditedGates(props: EditedGatesProps): ReactElement {
  const { feature, draft, rollout, onRollOut } = props;
  const mayChange = useMay("member");
  const weekTotal = useRecentTotal(feature.key);
  const steps = useStepPages({ key: feature.key });
  const preview = useDraftPreview(feature, draft, draft.edits.actors !== undefined);
  const submitted = useSubmit(props);
  const { isBusy, isReviewing, setReviewing, pausesRollout, needsReview, submit } = submitted;
  const { opened, show, toggle } = useOpenedGates(mayChange ? props.first : null);
  useGateKeys(mayChange, { show, submit });
  return (
    <>
      <WhoGetsIt
        actorCountAfter={actorCountAfter(preview)}
        changes={changesOfGates(steps.data?.pages.flatMap((page) => page.steps) ?? [])}
        draft={draft}
        feature={feature}
        isBusy={isBusy}
        isLoadingChanges={steps.isFetching}
        onPauseAndEdit={(gate) => {
          submitted.setPauses(true);
          show(gate);
        }}
        onRollOut={onRollOut}
        onSubmit={submit}
        onSwitch={submitted.onSwitch}
        onToggle={toggle}
        opened={opened}
        pausesRollout={pausesRollout}
        rollout={rollout}
        weekTotal={weekTotal}
      />
      {mayChange && (
        <>
          <SaveBar
            draft={draft}
            isBusy={isBusy}
            needsReview={needsReview}
            onReview={() => setReviewing(true)}
            onSave={submit}
            onShow={() => {
              const [first] = [...draft.conflicts, ...draft.incomplete];
              if (first !== undefined) {
                show(first);
              }
            }}
          />
          <ReviewSheet
            draft={draft}
            feature={feature}
            isOpen={isReviewing}
            onClose={() => setReviewing(false)}
            pausesRollout={pausesRollout}
          />
        </>
      )}
    </>
  );
}

/** Saves the draft, or opens its review where one is needed. */
function useSubmit({ feature, draft, rollout }: EditedGatesProps) {
  const { id, state } = useEnvironment();
  const policy = usePolicy(id);
  const { isBusy, apply } = useApplyEdits(feature);
  const [isReviewing, setReviewing] = useState(false);
  const [pausesRollout, setPauses] = useState(false);
  const needsReview = state === "production" || policy.rules !== null;
  if (pausesRollout && rollout !== null && !goesOn(rollout)) {
    // It is paused once.
    setPauses(false);
  }
  if (isReviewing && draft.edited.length === 0) {
    // Applied or discarded, perhaps in another tab: the next edit does not open the review.
    setReviewing(false);
  }
  const isBlocked = draft.incomplete.length + draft.conflicts.length > 0;
  return {
    ...{ isBusy, isReviewing, setReviewing, pausesRollout, setPauses, needsReview },
    submit: () => {
      if (draft.edited.length === 0 || isBlocked) {
        return;
      }
      if (needsReview) {
        setReviewing(true);
      } else {
        apply(draft.edits, { pausesRollout });
      }
    },
    onSwitch: (isOn: boolean) => {
      if (needsReview) {
        draft.set("boolean", isOn);
        setReviewing(isOn !== feature.gates.boolean && !isBlocked);
      } else {
        apply({ boolean: isOn });
      }
    },
  };
}

/** The opened gates; `first` is opened at the start. */
function useOpenedGates(first: GateName | null) {
  const [opened, setOpened] = useState<ReadonlySet<GateName>>(new Set());
  const show = (gate: GateName) => {
    setOpened((before) => new Set([...before, gate]));
    requestAnimationFrame(() => focusGate(gate));
  };
  const showFirst = useRef(() => {
    if (first !== null) {
      show(first);
    }
  });
  useEffect(() => showFirst.current(), []);
  return {
    opened,
    show,
    toggle: (gate: GateName) => setOpened((before) => toggled(before, gate)),
  };
}

/** The keys of the gates, and what the palette offers for them. */
function useGateKeys(
  mayChange: boolean,
  { show, submit }: { readonly show: (gate: GateName) => void; readonly submit: () => void },
): void {
  const percentage = () => show("percentageOfActors");
  const actors = () => show("actors");
  useShortcuts(mayChange ? { p: percentage, a: actors, "Control+enter": submit } : {});
  usePageCommands(mayChange ? { percentage, addActors: actors, review: submit } : {});
}

function toggled(opened: ReadonlySet<GateName>, gate: GateName): ReadonlySet<GateName> {
  const next = new Set(opened);
  if (!next.delete(gate)) {
    next.add(gate);
  }
  return next;
}

const framesMax = 60;

/**
 * Moves the focus to the field of a gate's editor that is wrong, otherwise to the first one. The
 * editor may still be loading.
 */
function focusGate(gate: GateName, frames = framesMax): void {
  const body = document.querySelector(`[data-gate="${gate}"] .gate-body`);
  const field =
    body?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    body?.querySelector<HTMLElement>('input:not([type="range"]), textarea, .button');
  if (field instanceof HTMLElement) {
    field.focus();
  } else if (frames > 0) {
    requestAnimationFrame(() => focusGate(gate, frames - 1));
  }
}
