import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { gateSummary } from "../gates/gate-summary.ts";
import { PageHead } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { StateBadge } from "../parts/state-mark.tsx";
import { Switch } from "../parts/switch.tsx";
import { useMay } from "../session/session.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { FeatureActions } from "./feature-actions.tsx";
import { FeatureCrumb } from "./feature-crumb.tsx";
import { SwitchFeature, type SwitchRequest } from "./switch-feature.tsx";

const { feature: words } = texts;

/** The feature's name, state and description, and the switch that enables it for everyone. */
export function FeatureHead({
  feature,
  onDelete,
}: {
  readonly feature: FeatureAnswer;
  readonly onDelete: (typed: string) => void;
}): ReactElement {
  const mayChange = useMay("member");
  const [request, setRequest] = useState<SwitchRequest | null>(null);
  const { key, gates, gateTags } = feature;
  return (
    <>
      <PageHead
        before={<FeatureCrumb />}
        aside={<StateBadge state={feature.state} />}
        label={key}
        title={key}
      >
        <Switch
          isDisabled={!mayChange}
          isOn={gates.boolean}
          label={words.enabledForEveryone}
          onChange={(enables) => setRequest({ key, enables, seen: gateTags.boolean })}
        />
        {mayChange && <FeatureActions feature={feature} onDelete={onDelete} />}
      </PageHead>
      <FeatureFacts feature={feature} />
      <SwitchFeature onClose={() => setRequest(null)} request={request} />
    </>
  );
}

function FeatureFacts({ feature }: { readonly feature: FeatureAnswer }): ReactElement {
  const { description, longevity, tags, owner, creator, createdAt, changedAt } = feature;
  return (
    <div className="feature-facts">
      <p className="feature-open">{fill(words.openFor, { words: gateSummary(feature.gates) })}</p>
      {description !== null && <p className="feature-description">{description}</p>}
      <ul className="feature-meta">
        {longevity !== null && (
          <li>
            <span className="tag">{texts.newFeature.longevities[longevity]}</span>
          </li>
        )}
        {tags.map((tag) => (
          <li key={tag}>
            <span className="tag" title={tag}>
              {tag}
            </span>
          </li>
        ))}
        {feature.looksFinished && (
          <li>
            <span className="tag tag-finished" title={words.looksFinishedHint}>
              {words.looksFinished}
            </span>
          </li>
        )}
        {owner !== null && (
          <li title={owner.email}>
            {words.ownedBy} {owner.name}
          </li>
        )}
        {changedAt !== null && (
          <li>
            {words.changed} <RelativeTime at={changedAt} />
          </li>
        )}
        <li title={creator?.email}>
          {words.created} <RelativeTime at={createdAt} />
          {creator !== null && ` ${fill(texts.auditSummary.by, { name: creator.name })}`}
        </li>
      </ul>
    </div>
  );
}
