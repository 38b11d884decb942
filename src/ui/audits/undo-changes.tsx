import type { ReactElement } from "react";
import type { GateDifference, UndoPreview } from "../../api/admin/contract/audit-models.ts";
import { auditsTexts } from "../texts/audits-texts.ts";
import { plural } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { changeSummary } from "./audit-summary.ts";
import { GateDifferences } from "./gate-differences.tsx";
import { GateMembers } from "./gate-members.tsx";

const { undo: words } = texts;
const { auditSummary: recordWords } = auditsTexts;

/** What an undo changes, in exact numbers, and which later changes stay or go. */
export function UndoChanges({
  preview,
  onAll,
}: {
  readonly preview: UndoPreview;
  /** Undefined if all members that can be shown are shown. */
  readonly onAll: (() => void) | undefined;
}): ReactElement {
  const [only] = preview.differences;
  if (only === undefined) {
    return <p className="faint">{words.nothing}</p>;
  }
  return (
    <>
      {preview.featureCount === 1 ? (
        <FeatureChanges difference={only} onAll={onAll} />
      ) : (
        <>
          <p>{plural(words.step, preview.featureCount)}</p>
          <GateDifferences differences={preview.differences} total={preview.featureCount} />
        </>
      )}
      {preview.changedAgainCount > 0 && (
        <p>{plural(words.changedAgain, preview.changedAgainCount)}</p>
      )}
      {preview.stayCount > 0 && <p>{plural(words.stay, preview.stayCount)}</p>}
      {preview.laterCount > 0 && (
        <p className="undo-later">{plural(words.later, preview.laterCount)}</p>
      )}
    </>
  );
}

function FeatureChanges({
  difference: { changes, feature },
  onAll,
}: {
  readonly difference: GateDifference;
  readonly onAll: (() => void) | undefined;
}): ReactElement {
  return (
    <ul className="undo-changes">
      {feature !== null && <li>{recordWords.feature[feature]}</li>}
      {changes.map((change) => (
        <li key={change.action}>
          <Change change={change} onAll={onAll} />
        </li>
      ))}
    </ul>
  );
}

function Change({
  change,
  onAll,
}: {
  readonly change: GateDifference["changes"][number];
  readonly onAll: (() => void) | undefined;
}): ReactElement {
  const { action, count, values } = change;
  switch (action) {
    case "enable_actor":
    case "disable_actor":
    case "enable_group":
    case "disable_group": {
      const [verb, members] = words.members[action];
      return (
        <>
          {verb} <b>{plural(members, count)}</b>
          {": "}
          <GateMembers count={count} first={values ?? []} onAll={onAll} />
        </>
      );
    }
    default:
      return <>{changeSummary(change)}</>;
  }
}
