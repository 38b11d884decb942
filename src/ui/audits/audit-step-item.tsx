import { type ReactElement, useState } from "react";
import type { AuditRow } from "../../web/contract/audit-routes.ts";
import { fill, plural } from "../fill.ts";
import { Button } from "../parts/button.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { useMay } from "../session/session.ts";
import { texts } from "../texts.ts";
import type { AuditStep } from "./audit-steps.ts";
import { AuditItem } from "./audit-timeline.tsx";
import { authorWords } from "./audit-words.ts";

const { audits: words, undo } = texts;
const shownAtOnce = 50;

/** One step: a record, or a row that stands for all records of an import. */
export function AuditStepItem({
  step,
  isOpenEnded,
  onUndo,
}: {
  readonly step: AuditStep;
  /** Whether more of its records may be on the next page. */
  readonly isOpenEnded: boolean;
  readonly onUndo: (audit: AuditRow) => void;
}): ReactElement {
  const mayUndo = useMay("member");
  const [limit, setLimit] = useState(0);
  const { first, audits } = step;
  if (audits.length === 1) {
    return (
      <AuditItem
        audit={first}
        onUndo={mayUndo ? () => onUndo(first) : undefined}
        showsFeature={true}
      />
    );
  }
  const title = stepWords(step, isOpenEnded);
  const cannot = audits.find(({ cannotUndo }) => cannotUndo !== null)?.cannotUndo ?? null;
  return (
    <li className="audit audit-step">
      <div className="audit-what">
        <b>{title}</b>
        <p className="audit-by">
          <RelativeTime at={first.at} /> {authorWords(first.actor)}
          {cannot !== null && ` · ${undo.impossible[cannot]}`}
        </p>
        <Button
          aria-expanded={limit > 0}
          look="plain"
          onClick={() => setLimit(limit > 0 ? 0 : shownAtOnce)}
        >
          {limit > 0 ? words.hideRecords : plural(words.showRecords, audits.length)}
        </Button>
        {limit > 0 && (
          <ol aria-label={title} className="audits audits-inner">
            {audits.slice(0, limit).map((audit) => (
              <AuditItem audit={audit} key={audit.id} onUndo={undefined} showsFeature={true} />
            ))}
          </ol>
        )}
        {limit > 0 && audits.length > limit && (
          <Button onClick={() => setLimit(limit + shownAtOnce)}>{texts.common.more}</Button>
        )}
      </div>
      {mayUndo && cannot === null && (
        <Button
          aria-description={fill(undo.undoOf, { what: title })}
          look="plain"
          onClick={() => onUndo(first)}
        >
          {undo.undo}
        </Button>
      )}
    </li>
  );
}

/** Steps of several features are imports, unless all records do the same. */
function stepWords({ first, audits }: AuditStep, isOpenEnded: boolean): string {
  const features = new Set(audits.map(({ featureKey }) => featureKey)).size;
  const isSame = audits.every(({ action }) => action === first.action);
  const count = plural(isOpenEnded ? words.atLeast : words.features, features);
  if (features === 1) {
    return fill(words.stepOfOne, {
      key: first.featureKey,
      changes: plural(words.changes, audits.length),
    });
  }
  return fill(words.stepOfMany, {
    what: isSame ? words.actions[first.action] : words.import,
    features: count,
  });
}
