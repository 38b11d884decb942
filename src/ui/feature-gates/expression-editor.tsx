import { type ReactElement, useMemo, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { DraftOfFeature } from "../drafts/use-feature-draft.ts";
import { ConditionText } from "../expressions/condition-text.tsx";
import type { DraftProblem } from "../expressions/draft-problems.ts";
import { ExpressionBuilder } from "../expressions/expression-builder.tsx";
import {
  draftProblems,
  type ExpressionDraft,
  savedDraft,
  withJson,
  withTree,
} from "../expressions/expression-draft.ts";
import { ExpressionJson } from "../expressions/expression-json.tsx";
import {
  problemOfFault,
  type ServerCheck,
  useExpressionCheck,
} from "../expressions/use-expression-check.ts";
import { Button } from "../parts/button.tsx";
import { useMay } from "../session/session.ts";
import { gatesTexts } from "../texts/gates-texts.ts";
import { texts } from "../texts/texts.ts";

const words = texts.expressionBuilder;
const none: readonly DraftProblem[] = [];

/** The editor of the expression: conditions as sentences, and their JSON. */
export function ExpressionEditor({
  feature,
  draft,
}: {
  readonly feature: FeatureAnswer;
  readonly draft: DraftOfFeature;
}): ReactElement {
  const mayChange = useMay("member");
  const [showsJson, setShowsJson] = useState(false);
  const savedJson = JSON.stringify(feature.expression);
  // Answers are new objects at every event; equal JSON means the same expression.
  const saved = useMemo(() => savedDraft(JSON.parse(savedJson)), [savedJson]);
  const edit = draft.edits.expression;
  const value = edit ?? saved;
  const { problems, status } = useProblems(value, feature.expressionFault, edit !== undefined);
  const jsonButton = (
    <Button aria-expanded={showsJson} icon="code" onClick={() => setShowsJson(!showsJson)}>
      {words.json}
    </Button>
  );
  return (
    <div className="expression">
      {value.jsonProblem !== null && (
        <p className="note note-warning" role="status">
          {words.kept}
        </p>
      )}
      {mayChange ? (
        <ExpressionBuilder
          buttons={jsonButton}
          feature={feature}
          onChange={(tree) => draft.set("expression", withTree(tree))}
          problems={value.jsonProblem === null ? problems : none}
          status={status}
          tree={value.tree}
        />
      ) : (
        <div className="expression-look">
          {saved.tree === null ? gatesTexts.gates.empty : <ConditionText node={saved.tree} />}
          <p className="faint">{status}</p>
          {jsonButton}
        </div>
      )}
      {showsJson && (
        <ExpressionJson
          draft={value}
          isReadOnly={!mayChange}
          onChange={(json) => draft.set("expression", withJson(value, json))}
          problems={problems}
        />
      )}
    </div>
  );
}

/** The problems that the page finds immediately; if there are none, those of the server. */
function useProblems(
  draft: ExpressionDraft,
  fault: string | null,
  isEdited: boolean,
): { problems: readonly DraftProblem[]; status: string } {
  const local = useMemo(() => draftProblems(draft), [draft]);
  const isReadable = draft.jsonProblem === null && local.length === 0;
  const check = useExpressionCheck(
    isEdited && isReadable && draft.tree !== null ? draft.json : null,
  );
  const stored = fault === null || isEdited ? [] : [problemOfFault(fault)];
  return {
    problems: [...local, ...check.problems, ...stored],
    status: stored.length === 0 ? statusWords[check.state] : words.faulty,
  };
}

const statusWords: Readonly<Record<ServerCheck["state"], string>> = {
  none: "",
  checking: words.checking,
  valid: words.valid,
  invalid: "",
};
