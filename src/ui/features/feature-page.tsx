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
import type { Conversation as LoadedConversation } from "../comments/conversation.tsx";
import { useFeatureDraft } from "../drafts/use-feature-draft.ts";
import { EvaluationsCard } from "../evaluations/evaluations-card.tsx";
import { EditedGates } from "../feature-gates/edited-gates.tsx";
import { lazily, loadParts } from "../parts/lazily.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { useShortcuts } from "../parts/use-shortcuts.ts";
import { useEnvironment } from "../paths/environment.ts";
import { useFeatureKey } from "../paths/feature-path.ts";
import { RolloutAside, RolloutCards, usePlanSheet } from "../rollouts/feature-rollout.tsx";
import { useFeatureRollout, useStill } from "../rollouts/use-feature-rollout.ts";
import { useSession } from "../session/session.ts";
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
  const rollout = useFeatureRollout(feature.key);
  const column = useRef<HTMLDivElement>(null);
  const shown = useStill(rollout, column);
  const plan = usePlanSheet(feature);
  return (
    <>
      <FeatureHead
        feature={feature}
        onDelete={onDelete}
        onRollOut={plan.open}
        rollout={rollout ?? null}
      />
      <FeatureFacts feature={feature} />
      <div className="page-body">
        <OverrideBar feature={feature} />
        <div className="two-columns">
          <div ref={column}>
            <RolloutCards feature={feature} rollout={shown} />
            <EditedGates
              draft={draft}
              feature={feature}
              first={first}
              onRollOut={plan.open}
              rollout={rollout ?? null}
            />
            <FeatureHistory featureKey={feature.key} />
            {mode === "hosted" && (
              <Suspense fallback={null}>
                <Conversation isCard={true} subject={`feature:${feature.key}`} what="feature" />
              </Suspense>
            )}
          </div>
          <div>
            <TryCard draft={draft} feature={feature} />
            <RolloutAside rollout={shown} />
            {mode === "hosted" && <EvaluationsCard featureKey={feature.key} />}
          </div>
        </div>
      </div>
      {plan.sheet}
    </>
  );
}
