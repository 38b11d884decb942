import type { ReactElement } from "react";
import type { FeatureAnswer, GateName } from "../../api/admin/contract/feature-models.ts";
import type { Expression } from "../../core/expressions/expression.ts";
import type { GateEdits, SetEdit } from "../drafts/feature-draft.ts";
import { expressionSummary } from "../expressions/expression-summary.ts";
import { namesIn, savedWords } from "../gates/gate-words.ts";
import { fill, formatNumber, plural } from "../texts/fill.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { Edited } from "./gate-row.tsx";
import { membersAfter } from "./groups-editor.tsx";

const words = gatesTexts.gates;

/** The saved value of a gate, and the value after its edit. */
export function EditedValue({
  feature,
  edits,
  gate,
  actorCountAfter,
}: {
  readonly feature: FeatureAnswer;
  readonly edits: GateEdits;
  readonly gate: GateName;
  readonly actorCountAfter: number | undefined;
}): ReactElement {
  const saved = savedWords(feature, gate);
  if (gate === "actors") {
    return <EditedActorCount actorCountAfter={actorCountAfter} edits={edits} feature={feature} />;
  }
  return <Edited edited={editedWords(feature, edits, gate)} saved={saved} />;
}

function EditedActorCount({
  feature,
  edits,
  actorCountAfter,
}: {
  readonly feature: FeatureAnswer;
  readonly edits: GateEdits;
  readonly actorCountAfter: number | undefined;
}): ReactElement {
  const { actorCount } = feature.gates;
  const edit = edits.actors ?? { added: [], removed: [] };
  const { added, removed } = edit;
  const after = actorCountAfter ?? actorCount + added.length - removed.length;
  return (
    <>
      <Edited edited={formatNumber(after)} saved={formatNumber(actorCount)} />{" "}
      {removed.length === 0
        ? addedWords(actorCount, edit, actorCountAfter)
        : `${plural(words.actors.toAdd, added.length)}, ${plural(words.actors.toRemove, removed.length)}`}
    </>
  );
}

/** The added actors; as numbers if some existed, which only the server knows. */
export function addedWords(
  countBefore: number,
  { added, removed }: SetEdit,
  countAfter: number | undefined,
): string {
  if (added.length === 0) {
    return "";
  }
  const isNew = countAfter === undefined ? added.length : countAfter - countBefore + removed.length;
  return isNew >= added.length
    ? fill(words.actors.added, { names: namesIn(added) })
    : fill(words.actors.existed, {
        existed: formatNumber(added.length - isNew),
        added: formatNumber(isNew),
      });
}

/** The value of a gate after its edit, in words. */
export function editedWords(feature: FeatureAnswer, edits: GateEdits, gate: GateName): string {
  switch (gate) {
    case "boolean":
      return edits.boolean === true ? words.everyone.on : words.everyone.off;
    case "expression":
      return expressionWords(edits.expression);
    case "groups":
      return namesIn(membersAfter(feature.groups, edits.groups ?? { added: [], removed: [] }));
    case "actors":
      return "";
    default:
      return `${edits[gate] ?? feature.gates[gate]}%`;
  }
}

function expressionWords(draft: GateEdits["expression"]): string {
  if (draft === undefined || draft.tree === null) {
    return words.empty;
  }
  try {
    return expressionSummary(JSON.parse(draft.json) as Expression);
  } catch {
    return words.states.incomplete;
  }
}
