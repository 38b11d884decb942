import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { StepRow } from "../../api/admin/contract/audit-models.ts";
import { Button } from "../parts/button.tsx";
import { Loaded } from "../parts/loaded.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { useMay } from "../session/session.ts";
import { fill, plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { useStepRecords } from "./audit-query.ts";
import { auditStepSummary, isOfOneFeature } from "./audit-steps.ts";
import { authorName } from "./audit-summary.ts";
import { AuditItem } from "./audit-timeline.tsx";

const { audits: words, undo } = texts;

/** One step: a record, or a row with the number of all records of a bulk change. */
export function AuditStepItem({
  step,
  ofKey,
  onUndo,
}: {
  readonly step: StepRow;
  /** The feature of all records in the list; undefined for all features, whose rows name them. */
  readonly ofKey?: string | undefined;
  readonly onUndo: (step: StepRow) => void;
}): ReactElement {
  const mayUndo = useMay("member");
  const pagePath = usePagePath();
  const [isOpen, setOpen] = useState(false);
  const { newest, oldest, count } = step;
  if (count === 1) {
    return (
      <AuditItem
        audit={newest}
        onUndo={mayUndo ? () => onUndo(step) : undefined}
        showsFeature={ofKey === undefined}
      />
    );
  }
  const title = auditStepSummary(step);
  const cannot = newest.cannotUndo ?? oldest.cannotUndo;
  return (
    <li className="audit audit-step" data-action={newest.action}>
      <div className="audit-what">
        {ofKey === undefined && isOfOneFeature(step) && (
          <Link className="audit-feature" href={pagePath(featurePath(newest.featureKey))}>
            {newest.featureKey}
          </Link>
        )}
        <p>{title}</p>
        <p className="audit-by">
          <RelativeTime at={newest.at} /> {authorName(newest.actor)}
          {cannot !== null && ` · ${undo.impossible[cannot]}`}
        </p>
        <Button aria-expanded={isOpen} look="plain" onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hideRecords : plural(words.showRecords, count)}
        </Button>
        {isOpen && <StepRecords label={title} ofKey={ofKey} step={step} />}
      </div>
      {mayUndo && cannot === null && (
        <Button
          aria-description={fill(undo.undoOf, { what: title })}
          look="plain"
          onClick={() => onUndo(step)}
        >
          {undo.undo}
        </Button>
      )}
    </li>
  );
}

/** The records of a step, a page at a time. */
function StepRecords({
  step: { newest },
  ofKey,
  label,
}: {
  readonly step: StepRow;
  readonly ofKey: string | undefined;
  readonly label: string;
}): ReactElement {
  const pages = useStepRecords(newest.id, ofKey);
  return (
    <Loaded lines={3} query={pages}>
      {(data) => (
        <>
          <ol aria-label={label} className="audits audits-inner">
            {data.pages
              .flatMap(({ audits }) => audits)
              .map((audit) => (
                <AuditItem
                  audit={audit}
                  key={audit.id}
                  onUndo={undefined}
                  showsFeature={ofKey === undefined}
                />
              ))}
          </ol>
          {pages.hasNextPage && (
            <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              {texts.common.more}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}
