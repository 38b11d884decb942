import { type ReactElement, useMemo, useState } from "react";
import type { FeatureAnswer } from "../../api/admin/contract/feature-models.ts";
import type { CallError } from "../api/call.ts";
import { showDone } from "../api/toast-manager.ts";
import { useChange } from "../api/use-answer.ts";
import type { DraftProblem } from "../expressions/draft-problems.ts";
import { ExpressionBuilder } from "../expressions/expression-builder.tsx";
import {
  draftProblems,
  type ExpressionDraft,
  isSameDraft,
  savedDraft,
  withJson,
  withTree,
} from "../expressions/expression-draft.ts";
import { ExpressionJson } from "../expressions/expression-json.tsx";
import { expressionSummary } from "../expressions/expression-summary.ts";
import {
  problemOfError,
  problemOfFault,
  type ServerCheck,
  useExpressionCheck,
} from "../expressions/use-expression-check.ts";
import { Button } from "../parts/button.tsx";
import { Card } from "../parts/page.tsx";
import { useEnvironment } from "../paths/environment.ts";
import { useMay } from "../session/session.ts";
import { texts } from "../texts/texts.ts";
import { ConflictNotice, GateFoot } from "./gate-foot.tsx";
import { isConflictError, useGateDraft } from "./use-gate-draft.ts";

const words = texts.expressionBuilder;

/** Enables the feature by a condition: built from fields, next to its JSON. */
export function ExpressionCard({ feature }: { readonly feature: FeatureAnswer }): ReactElement {
  const mayChange = useMay("member");
  const [showsJson, setShowsJson] = useState(true);
  const { draft, change, save } = useExpressionGate(feature);
  const { value } = draft;
  const { problems, status, isValid } = useProblems(
    value,
    draft.isDirty ? null : feature.expressionFault,
    draft.isDirty,
    change.error,
  );
  return (
    <Card
      aside={
        <Button aria-expanded={showsJson} look="plain" onClick={() => setShowsJson(!showsJson)}>
          {showsJson ? words.jsonShown : words.jsonHidden}
        </Button>
      }
      title={words.title}
    >
      <div className="gate">
        {!change.isPending && <ConflictNotice draft={draft} now={wordsNow(feature)} />}
        <div className="expression" data-json={showsJson ? "shown" : undefined}>
          <div className="expression-builder">
            {value.jsonProblem !== null && (
              <p className="kept" role="status">
                {words.kept}
              </p>
            )}
            <ExpressionBuilder
              isReadOnly={!mayChange}
              onChange={(tree) => {
                change.reset();
                draft.set(withTree(tree));
              }}
              problems={value.jsonProblem === null ? problems : []}
              tree={value.tree}
            />
          </div>
          {showsJson && (
            <ExpressionJson
              draft={value}
              isReadOnly={!mayChange}
              onChange={(json) => {
                change.reset();
                draft.set(withJson(value, json));
              }}
              problems={problems}
            />
          )}
        </div>
        {mayChange && (
          <GateFoot
            action={words.save}
            draft={draft}
            isBusy={change.isPending}
            isWrong={!isValid}
            onApply={save}
            status={<span className="faint">{status}</span>}
          />
        )}
      </div>
    </Card>
  );
}

function useExpressionGate(feature: FeatureAnswer) {
  const { id } = useEnvironment();
  const savedJson = JSON.stringify(feature.expression);
  // Answers are new objects at every event; equal JSON means the same expression.
  const saved = useMemo(() => savedDraft(JSON.parse(savedJson)), [savedJson]);
  const draft = useGateDraft<ExpressionDraft>(saved, feature.gateTags.expression, isSameDraft, {
    featureKey: feature.key,
    gate: "expression",
  });
  const change = useChange("PUT /environments/:environment/features/:key/expression", {
    isShown: (error) => isConflictError(error) || error.code === "expression_invalid",
    onDone: (_, { body }) => showDone(body.json === null ? words.removed : words.saved),
  });
  const save = () => {
    const { tree, json } = draft.value;
    change.mutate(
      {
        params: { environment: id, key: feature.key },
        body: { json: tree === null ? null : json, seen: draft.seen },
      },
      { onSuccess: draft.settle },
    );
  };
  return { draft, change, save };
}

/**
 * The problem of a draft: found here immediately, otherwise by the server. `fault` is the fault of
 * the stored expression.
 */
function useProblems(
  draft: ExpressionDraft,
  fault: string | null,
  isDirty: boolean,
  refusal: CallError | null,
): { problems: readonly DraftProblem[]; status: string; isValid: boolean } {
  const local = useMemo(() => draftProblems(draft), [draft]);
  const isReadable = draft.jsonProblem === null && local.length === 0;
  const check = useExpressionCheck(
    isDirty && isReadable && draft.tree !== null ? draft.json : null,
  );
  const refused = refusal?.code === "expression_invalid" ? [problemOfError(refusal)] : [];
  const stored = fault === null ? [] : [problemOfFault(fault)];
  return {
    problems: [...local, ...refused, ...check.problems, ...stored],
    status: fault === null ? statusWords[check.state] : words.faulty,
    isValid: isReadable && check.state !== "invalid",
  };
}

const statusWords: Readonly<Record<ServerCheck["state"], string>> = {
  none: "",
  checking: words.checking,
  valid: words.valid,
  invalid: "",
};

function wordsNow({ expression }: FeatureAnswer): string {
  return expression === null ? texts.gateSummary.nobody : expressionSummary(expression);
}
