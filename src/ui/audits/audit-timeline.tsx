import type { ReactElement } from "react";
import { Link } from "wouter";
import type { AuditRow } from "../../api/admin/contract/audit-models.ts";
import { Button } from "../parts/button.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { usePagePath } from "../paths/environment.ts";
import { featurePath } from "../paths/feature-path.ts";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { auditSummary, authorName, replacedExpression } from "./audit-summary.ts";

const { auditSummary: words, undo } = texts;

/** One record. Shows the reason if it cannot be undone. */
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
  const what = auditSummary(audit);
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
          <RelativeTime at={audit.at} /> {authorName(audit.actor)}
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
