import {
  type ComponentProps,
  type ReactElement,
  Suspense,
  useEffect,
  useRef,
  useState,
} from "react";
import type { FeatureAnswer, GateName } from "../../api/admin/contract/feature-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { usePolicy } from "../approvals/use-policy.ts";
import { useStepPages } from "../audits/audit-query.ts";
import type { Conversation as LoadedConversation } from "../comments/conversation.tsx";
import { actorCountAfter, useDraftPreview } from "../drafts/draft-preview.ts";
import { SaveBar } from "../drafts/save-bar.tsx";
import { useApplyEdits } from "../drafts/use-apply-draft.ts";
import { type DraftOfFeature, useFeatureDraft } from "../drafts/use-feature-draft.ts";
import { EvaluationsCard } from "../evaluations/evaluations-card.tsx";
import { useRecentTotal } from "../evaluations/use-week-total.ts";
import { ReviewSheet } from "../feature-gates/review-sheet.tsx";
import { WhoGetsIt } from "../feature-gates/who-gets-it.tsx";
import { changesOfGates } from "../gates/gate-words.ts";
import { lazily, loadParts } from "../parts/lazily.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { usePageCommands } from "../parts/page-commands.ts";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useFeatureKey } from "../paths/feature-path.ts";
import { useMay, useSession } from "../session/session.ts";
import { TryCard } from "../try/try-card.tsx";
import type { Deletion } from "./delete-dialog.tsx";
import { FeatureCrumb } from "./feature-crumb.tsx";
import { FeatureFacts, FeatureHead } from "./feature-head.tsx";
import { FeatureHistory } from "./feature-history.tsx";
import { useNeighbourKeys } from "./list-order.ts";
import { MissingFeature } from "./missing-feature.tsx";
import { OverrideBar } from "./override-bar.tsx";
import { useDeleteFeature } from "./use-delete-feature.ts";

const Conversation = lazily<ComponentProps<typeof LoadedConversation>>(
  async () => (await import("../comments/conversation.tsx")).Conversation,
);

const notFoundStatus = 404;

/** Everything about one feature in one environment. */
export function FeaturePage(): ReactElement {
  const { id } = useEnvironment();
  // Its dialogs open immediately, so that no key goes to the page below.
  useEffect(loadParts, []);
  const key = useFeatureKey();
  // Separate for each feature: its opened rows, and whether it is being deleted.
  return <KeyedFeature featureKey={key} key={`${id} ${key}`} />;
}

function KeyedFeature({ featureKey: key }: { readonly featureKey: string }): ReactElement {
  const { id } = useEnvironment();
  const { isGoing, remove } = useDeleteFeature(key);
  useNeighbourKeys(key);
  const query = useAnswer(
    "GET /environments/:environment/features/:key",
    { params: { environment: id, key } },
    { isNeeded: !isGoing },
  );
  const [first, setFirst] = useState<GateName | null>(null);
  useShortcuts(
    query.data === undefined
      ? { p: () => setFirst("percentageOfActors"), a: () => setFirst("actors") }
      : {},
  );
  const head = <PageHead before={<FeatureCrumb />} label={key} title={key} />;
  if (isGoing) {
    return head;
  }
  if (query.error?.status === notFoundStatus) {
    return <MissingFeature featureKey={key} />;
  }
  return (
    <>
      {query.data === undefined && head}
      <Loaded lines={12} query={query}>
        {(feature) => <LoadedFeature feature={feature} first={first} onDelete={remove} />}
      </Loaded>
    </>
  );
}

function LoadedFeature({
  feature,
  first,
  onDelete,
}: {
  readonly feature: FeatureAnswer;
  /** The gate that a key opened while the feature was loading. */
  readonly first: GateName | null;
  readonly onDelete: (deletion: Deletion) => void;
}): ReactElement {
  const { mode } = useSession();
  const draft = useFeatureDraft(feature);
  return (
    <>
      <FeatureHead feature={feature} onDelete={onDelete} />
      <FeatureFacts feature={feature} />
      <div className="page-body">
        <OverrideBar feature={feature} />
        <div className="two-columns">
          <div>
            <Gates draft={draft} feature={feature} first={first} />
            <FeatureHistory featureKey={feature.key} />
            {mode === "hosted" && (
              <Suspense fallback={null}>
                <Conversation isCard={true} subject={`feature:${feature.key}`} what="feature" />
              </Suspense>
            )}
          </div>
          <div>
            <TryCard draft={draft} feature={feature} />
            {mode === "hosted" && <EvaluationsCard featureKey={feature.key} />}
          </div>
        </div>
      </div>
    </>
  );
}

function Gates({
  feature,
  first,
  draft,
}: {
  readonly feature: FeatureAnswer;
  readonly first: GateName | null;
  readonly draft: DraftOfFeature;
}): ReactElement {
  const { id, state } = useEnvironment();
  const policy = usePolicy(id);
  const mayChange = useMay("member");
  const weekTotal = useRecentTotal(feature.key);
  const steps = useStepPages({ key: feature.key });
  const preview = useDraftPreview(feature, draft, draft.edits.actors !== undefined);
  const { isBusy, apply } = useApplyEdits(feature);
  const [opened, setOpened] = useState<ReadonlySet<GateName>>(new Set());
  const [isReviewing, setReviewing] = useState(false);
  const needsReview = state === "production" || policy.rules !== null;
  if (isReviewing && draft.edited.length === 0) {
    // Applied or discarded, perhaps in another tab: the next edit does not open the review.
    setReviewing(false);
  }
  const isBlocked = draft.incomplete.length + draft.conflicts.length > 0;
  const submit = () => {
    if (draft.edited.length === 0 || isBlocked) {
      return;
    }
    if (needsReview) {
      setReviewing(true);
    } else {
      apply(draft.edits);
    }
  };
  const onSwitch = (isOn: boolean) => {
    if (needsReview) {
      draft.set("boolean", isOn);
      setReviewing(isOn !== feature.gates.boolean && !isBlocked);
    } else {
      apply({ boolean: isOn });
    }
  };
  const show = (gate: GateName) => {
    setOpened((before) => new Set([...before, gate]));
    requestAnimationFrame(() => focusGate(gate));
  };
  useGateKeys(mayChange, { show, submit });
  const showFirst = useRef(() => {
    if (mayChange && first !== null) {
      show(first);
    }
  });
  useEffect(() => showFirst.current(), []);
  return (
    <>
      <WhoGetsIt
        actorCountAfter={actorCountAfter(preview)}
        changes={changesOfGates(steps.data?.pages.flatMap((page) => page.steps) ?? [])}
        draft={draft}
        feature={feature}
        isBusy={isBusy}
        isLoadingChanges={steps.isFetching}
        onSubmit={submit}
        onSwitch={onSwitch}
        onToggle={(gate) => setOpened((before) => toggled(before, gate))}
        opened={opened}
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
          />
        </>
      )}
    </>
  );
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
