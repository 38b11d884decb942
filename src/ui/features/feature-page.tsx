import type { ReactElement } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { useAnswer } from "../api/use-answer.ts";
import { EvaluationsCard } from "../evaluations/evaluations-card.tsx";
import { useWeekTotal } from "../evaluations/use-week-total.ts";
import { ActorsCard } from "../gates/actors-card.tsx";
import { ExpressionCard } from "../gates/expression-card.tsx";
import { GroupsCard } from "../gates/groups-card.tsx";
import { PercentageCard } from "../gates/percentage-card.tsx";
import { Icon } from "../parts/icon.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { PageHead } from "../parts/page.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useFeatureKey } from "../paths/feature-path.ts";
import { useSession } from "../session/session.ts";
import { texts } from "../texts/texts.ts";
import { TryCard } from "../try/try-card.tsx";
import { FeatureCrumb } from "./feature-crumb.tsx";
import { FeatureHead } from "./feature-head.tsx";
import { FeatureHistory } from "./feature-history.tsx";
import { MissingFeature } from "./missing-feature.tsx";
import { OverrideBar } from "./override-bar.tsx";
import { useDeleteFeature } from "./use-delete-feature.ts";

const notFoundStatus = 404;

/** Everything about one feature in one environment. */
export function FeaturePage(): ReactElement {
  const { id } = useEnvironment();
  const key = useFeatureKey();
  // Separate for each feature: its drafts, and whether it is being deleted.
  return <KeyedFeature featureKey={key} key={`${id} ${key}`} />;
}

function KeyedFeature({ featureKey: key }: { readonly featureKey: string }): ReactElement {
  const { id } = useEnvironment();
  const { isGoing, remove } = useDeleteFeature(key);
  const query = useAnswer(
    "GET /environments/:environment/features/:key",
    { params: { environment: id, key } },
    { isNeeded: !isGoing },
  );
  if (isGoing) {
    return <PageHead before={<FeatureCrumb />} label={key} title={key} />;
  }
  if (query.error?.status === notFoundStatus) {
    return <MissingFeature featureKey={key} />;
  }
  return (
    <Loaded lines={12} query={query}>
      {(feature) => <LoadedFeature feature={feature} onDelete={remove} />}
    </Loaded>
  );
}

function LoadedFeature({
  feature,
  onDelete,
}: {
  readonly feature: FeatureAnswer;
  readonly onDelete: (typed: string) => void;
}): ReactElement {
  const { mode, role, readOnly } = useSession();
  const weekTotal = useWeekTotal(feature.key);
  return (
    <>
      <FeatureHead feature={feature} onDelete={onDelete} />
      <div className="page-body">
        {role === "viewer" && readOnly === null && (
          <p className="notice">
            <Icon name="info" />
            {texts.feature.viewOnly}
          </p>
        )}
        <OverrideBar feature={feature} />
        <div className="feature-columns">
          <div className="feature-gates">
            {mode === "hosted" && <EvaluationsCard featureKey={feature.key} />}
            {mode === "hosted" && <ExpressionCard feature={feature} />}
            <ActorsCard feature={feature} />
            <GroupsCard feature={feature} />
            <PercentageCard feature={feature} gate="percentageOfActors" weekTotal={weekTotal} />
            <PercentageCard feature={feature} gate="percentageOfTime" weekTotal={weekTotal} />
          </div>
          <div className="feature-aside">
            <TryCard featureKey={feature.key} />
            <FeatureHistory featureKey={feature.key} />
          </div>
        </div>
      </div>
    </>
  );
}
