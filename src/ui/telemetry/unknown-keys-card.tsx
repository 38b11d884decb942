import type { ReactElement } from "react";
import { useLocation } from "wouter";
import type { UnknownKey } from "../../api/admin/contract/telemetry-models.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { FreeButton } from "../retired/retired-keys-card.tsx";
import { useMay } from "../session/session.ts";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { retiredTexts } from "../texts/retired-texts.ts";
import { telemetryTexts } from "../texts/telemetry-texts.ts";
import { texts } from "../texts/texts.ts";

const { telemetry: words } = telemetryTexts;

/** Unknown keys that applications check: typing errors, or features to create. */
export function UnknownKeysCard({
  keys,
  isFull,
}: {
  readonly keys: readonly UnknownKey[];
  readonly isFull: boolean;
}): ReactElement | null {
  if (keys.length === 0) {
    return null;
  }
  return (
    <Card
      aside={<span className="count">{formatNumber(keys.length)}</span>}
      isFlush={true}
      title={words.unknown}
    >
      <p className="card-note">
        {words.unknownText} {isFull && words.unknownFull}
      </p>
      <ul className="rows rows-bounded">
        {keys
          .toSorted((left, right) => right.total - left.total)
          .map((unknown) => (
            <UnknownRow key={unknown.key} unknown={unknown} />
          ))}
      </ul>
    </Card>
  );
}

function UnknownRow({
  unknown: { key, total, lastEvaluatedAt, isRetired },
}: {
  readonly unknown: UnknownKey;
}): ReactElement {
  const { id } = useEnvironment();
  const mayChange = useMay("member");
  const pagePath = usePagePath();
  const [, navigate] = useLocation();
  const create = useChange("POST /environments/:environment/features", {
    onDone: (answer) =>
      showDone(fill(texts.newFeature.created, { key: answer.key }), {
        label: texts.features.open,
        onChoose: () => navigate(pagePath(featurePath(answer.key))),
      }),
  });
  const dismiss = useChange("DELETE /environments/:environment/unknown-keys", {
    onDone: () => showDone(fill(words.dismissed, { key })),
  });
  return (
    <li className="row">
      <div className="row-main">
        <b className="clamp" title={key}>
          {key}
        </b>
        <small>
          {isRetired && <span className="badge">{retiredTexts.badge}</span>}{" "}
          {plural(words.checksOf, total)} · {words.last} <RelativeTime at={lastEvaluatedAt} />
        </small>
      </div>
      {mayChange && (
        <span className="row-actions">
          {isRetired ? (
            <FreeButton featureKey={key} />
          ) : (
            <Button
              aria-label={fill(words.createKey, { key })}
              icon="plus"
              isBusy={create.isPending}
              onClick={() => create.mutate({ params: { environment: id }, body: { key } })}
            >
              {words.create}
            </Button>
          )}
          <Button
            aria-label={fill(words.dismissKey, { key })}
            isBusy={dismiss.isPending}
            onClick={() => dismiss.mutate({ params: { environment: id }, query: { key } })}
          >
            {words.dismiss}
          </Button>
        </span>
      )}
    </li>
  );
}
