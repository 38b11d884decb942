import { type ReactElement, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import { Button } from "../parts/button.tsx";
import { CopyButton } from "../parts/copy-button.tsx";
import { StateBadge } from "../parts/gauge.tsx";
import { PageHead } from "../parts/page.tsx";
import { usePageCommands } from "../parts/page-commands.ts";
import { RelativeTime } from "../parts/relative-time.tsx";
import { RolloutChip } from "../rollouts/rollout-chip.tsx";
import type { ShownRollout } from "../rollouts/shown-rollout.ts";
import { useMay, useSession } from "../session/session.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import type { Deletion } from "./delete-dialog.tsx";
import { EnvironmentTabs } from "./environment-tabs.tsx";
import { FeatureActions } from "./feature-actions.tsx";
import { FeatureCrumb } from "./feature-crumb.tsx";
import { TurnOff } from "./turn-off.tsx";

const { feature: words } = texts;

/** The feature's key, state and environments, which stay at the top while the page scrolls. */
export function FeatureHead({
  feature,
  rollout,
  onDelete,
  onRollOut,
}: {
  readonly feature: FeatureAnswer;
  readonly rollout: ShownRollout | null;
  readonly onDelete: (deletion: Deletion) => void;
  /** Opens the plan of a rollout; null if none can be started. */
  readonly onRollOut: (() => void) | null;
}): ReactElement {
  const { mode } = useSession();
  const mayChange = useMay("member");
  const [isTurningOff, setTurningOff] = useState(false);
  const { key, gates, state } = feature;
  usePageCommands(mayChange ? { turnOff: () => setTurningOff(true) } : {});
  return (
    <>
      <PageHead
        aside={
          <>
            <CopyButton isSmall={true} label={words.copyKey} text={key} />
            <StateBadge gates={gates} state={state} />
            <RolloutChip rollout={rollout} />
          </>
        }
        before={<FeatureCrumb />}
        label={key}
        tabs={mode === "hosted" && <EnvironmentTabs feature={feature} />}
        title={key}
      >
        {mayChange && (
          <>
            <Button disabled={state === "off"} onClick={() => setTurningOff(true)}>
              {words.turnOff.button}
            </Button>
            <FeatureActions feature={feature} onDelete={onDelete} onRollOut={onRollOut} />
          </>
        )}
      </PageHead>
      <TurnOff feature={feature} isOpen={isTurningOff} onClose={() => setTurningOff(false)} />
    </>
  );
}

/** What the feature is for, and who takes care of it. */
export function FeatureFacts({ feature }: { readonly feature: FeatureAnswer }): ReactElement {
  const { description, longevity, tags, owner, creator, createdAt, changedAt } = feature;
  return (
    <div className="feature-facts">
      {description !== null && <p className="feature-description">{description}</p>}
      <ul className="feature-meta">
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
        {longevity !== null && <li>{texts.newFeature.longevities[longevity]}</li>}
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
          {creator !== null && ` ${fill(auditsTexts.auditSummary.by, { name: creator.name })}`}
        </li>
      </ul>
    </div>
  );
}
