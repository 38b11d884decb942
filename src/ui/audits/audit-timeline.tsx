import { type ReactElement, useState } from "react";
import { Link } from "wouter";
import type { AuditRow } from "../../web/contract/audit-routes.ts";
import { usePagePath } from "../environments/environment.ts";
import { featurePath } from "../features/feature-path.ts";
import { fill } from "../fill.ts";
import { Button } from "../parts/button.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useMay } from "../session/session.ts";
import { texts } from "../texts.ts";
import { auditWords, authorWords, replacedExpression } from "./audit-words.ts";
import { UndoModal } from "./undo-modal.tsx";

const { auditWords: words, undo } = texts;

/** Changes with their author and time, newest first, and the way back from each. */
export function AuditTimeline({
  audits,
  showsFeature,
}: {
  readonly audits: readonly AuditRow[];
  /** Whether each record names its feature; on the page of one feature it need not. */
  readonly showsFeature: boolean;
}): ReactElement {
  const mayUndo = useMay("member");
  const [undone, setUndone] = useState<AuditRow | null>(null);
  return (
    <>
      <ol aria-label={words.timeline} className="audits">
        {audits.map((audit) => (
          <AuditItem
            audit={audit}
            key={audit.id}
            onUndo={mayUndo ? () => setUndone(audit) : undefined}
            showsFeature={showsFeature}
          />
        ))}
      </ol>
      <UndoModal audit={undone} onClose={() => setUndone(null)} />
    </>
  );
}

/** One record. Says why, if it cannot be undone. */
export function AuditItem({
  audit,
  showsFeature,
  onUndo,
}: {
  readonly audit: AuditRow;
  readonly showsFeature: boolean;
  readonly onUndo: (() => void) | undefined;
}): ReactElement {
  const pagePath = usePagePath();
  const replaced = replacedExpression(audit);
  const what = auditWords(audit);
  return (
    <li className="audit" data-action={audit.action}>
      <div className="audit-what">
        {showsFeature && (
          <Link className="audit-feature" href={pagePath(featurePath(audit.featureKey))}>
            {audit.featureKey}
          </Link>
        )}
        <p>{what}</p>
        {replaced !== null && (
          <p className="audit-before">
            {words.before} {replaced}
          </p>
        )}
        <p className="audit-by">
          <RelativeTime at={audit.at} /> {authorWords(audit.actor)}
          {audit.cannotUndo !== null && ` · ${undo.impossible[audit.cannotUndo]}`}
        </p>
      </div>
      {onUndo !== undefined && audit.cannotUndo === null && (
        <Button aria-description={fill(undo.undoOf, { what })} look="plain" onClick={onUndo}>
          {undo.undo}
        </Button>
      )}
    </li>
  );
}
