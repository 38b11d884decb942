import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { FeatureRow } from "../../api/admin/contract/feature-models.ts";
import { Modal } from "../dialogs/modal.tsx";
import { Button } from "../parts/button.tsx";
import { Gauge, gaugeOf } from "../parts/gauge.tsx";
import { Card } from "../parts/page.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useEnvironment, usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { fill, formatNumber } from "../texts/fill.ts";
import { telemetryTexts } from "../texts/telemetry-texts.ts";
import { texts } from "../texts/texts.ts";

const { finished: words } = telemetryTexts;
const shownAtOnce = 50;

/** Features that have been on or off for everyone for so long that their checks can be removed. */
export function FinishedCard({
  features,
}: {
  readonly features: readonly FeatureRow[];
}): ReactElement {
  const pagePath = usePagePath();
  const [limit, setLimit] = useState(shownAtOnce);
  const [opened, setOpened] = useState<FeatureRow | null>(null);
  const rows = features
    .filter(({ looksFinished }) => looksFinished)
    .toSorted((left, right) => (left.changedAt ?? 0) - (right.changedAt ?? 0));
  return (
    <Card
      aside={
        <>
          <span className="count">{formatNumber(rows.length)}</span>
          <Link href={pagePath("/settings/cleanup")}>{words.rules}</Link>
        </>
      }
      isFlush={true}
      title={words.title}
    >
      {rows.length === 0 && <p className="card-empty">{words.none}</p>}
      <ul className="rows">
        {rows.slice(0, limit).map((row) => (
          <FinishedRow key={row.key} onOpen={setOpened} row={row} />
        ))}
      </ul>
      {rows.length > limit && (
        <p className="card-foot">
          <Button onClick={() => setLimit(limit + shownAtOnce)}>{texts.common.more}</Button>
        </p>
      )}
      <RemovalSteps onClose={() => setOpened(null)} row={opened} />
    </Card>
  );
}

function FinishedRow({
  row,
  onOpen,
}: {
  readonly row: FeatureRow;
  readonly onOpen: (row: FeatureRow) => void;
}): ReactElement {
  const pagePath = usePagePath();
  return (
    <li className="row">
      <Gauge label={texts.states[row.state]} value={gaugeOf(row.gates)} />
      <div className="row-main">
        <Link className="clamp strong-link" href={pagePath(featurePath(row.key))} title={row.key}>
          {row.key}
        </Link>
        <small>
          {row.state === "off" ? words.off : words.on}
          {row.changedAt !== null && (
            <>
              {" "}
              {words.since} <RelativeTime at={row.changedAt} />
            </>
          )}
          {row.owner !== null && ` · ${fill(words.ownedBy, { name: row.owner.name })}`}
        </small>
      </div>
      <Button aria-label={fill(words.howFor, { key: row.key })} onClick={() => onOpen(row)}>
        {words.how}
      </Button>
    </li>
  );
}

/** The steps in order. The code is first, because a check of a missing feature is off. */
function RemovalSteps({
  row,
  onClose,
}: {
  readonly row: FeatureRow | null;
  readonly onClose: () => void;
}): ReactElement {
  const { state } = useEnvironment();
  const pagePath = usePagePath();
  const key = row?.key ?? "";
  return (
    <Modal isOpen={row !== null} onClose={onClose} title={fill(words.stepsTitle, { key })}>
      <ol className="steps">
        <li>{row?.state === "off" ? words.stepOff : words.stepOn}</li>
        <li>{words.stepWait}</li>
        <li>{state === "production" ? words.stepDelete : words.stepDeleteInProduction}</li>
      </ol>
      <footer className="modal-foot">
        <Button onClick={onClose}>{texts.common.close}</Button>
        <Link
          className="button button-main"
          href={state === "production" ? pagePath(featurePath(key)) : featurePath(key)}
        >
          {words.openFeature}
        </Link>
      </footer>
    </Modal>
  );
}
