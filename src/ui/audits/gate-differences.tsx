import type { ReactElement } from "react";
import type { GateDifference } from "../../api/admin/contract/audit-models.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { plural } from "../texts/fill.ts";
import { changeSummary } from "./audit-summary.ts";

const { auditSummary: words } = auditsTexts;

/** The changes per feature, before an undo or an import. */
export function GateDifferences({
  differences,
  total,
}: {
  readonly differences: readonly GateDifference[];
  /** The number of all features that change; `differences` has the first of them. */
  readonly total: number;
}): ReactElement {
  return (
    <ul className="differences">
      {differences.map(({ key, changes, feature }) => (
        <li key={key}>
          <b>{key}</b>
          <ul>
            {feature !== null && <li>{words.feature[feature]}</li>}
            {changes.map((change) => (
              <li key={`${change.action} ${change.value}`}>{changeSummary(change)}</li>
            ))}
          </ul>
        </li>
      ))}
      {total > differences.length && (
        <li className="faint">{plural(words.more, total - differences.length)}</li>
      )}
    </ul>
  );
}
