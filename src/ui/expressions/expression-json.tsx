import { type ReactElement, useId, useRef } from "react";
import { Button } from "../parts/button.tsx";
import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { lineAndColumn, rangeOfPlace } from "./draft-path.ts";
import type { DraftProblem } from "./draft-problems.ts";
import type { ExpressionDraft } from "./expression-draft.ts";
import type { TextRange } from "./json-node.ts";

const words = texts.expressionBuilder;
const problemWords = texts.expressionProblems;
const linesMin = 4;
const linesMax = 24;

/** The JSON next to the builder, with the first problem by line and column. */
export function ExpressionJson({
  draft,
  problems,
  isReadOnly,
  onChange,
}: {
  readonly draft: ExpressionDraft;
  readonly problems: readonly DraftProblem[];
  readonly isReadOnly: boolean;
  readonly onChange: (json: string) => void;
}): ReactElement {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const problem = firstProblem(draft, problems);
  const lines = draft.json.split("\n").length;
  return (
    <div className="expression-json">
      <label className="side-title" htmlFor={id}>
        {words.jsonLabel}
      </label>
      <textarea
        aria-describedby={`${id}-problem`}
        aria-invalid={problem !== null}
        className="input mono"
        id={id}
        onChange={({ target }) => onChange(target.value)}
        placeholder='{"Equal": [{"Property": ["plan"]}, "pro"]}'
        readOnly={isReadOnly}
        ref={area}
        rows={Math.min(Math.max(lines, linesMin), linesMax)}
        spellCheck={false}
        value={draft.json}
      />
      <div aria-live="polite" className="json-problem" id={`${id}-problem`}>
        {problem !== null && (
          <>
            <p className="field-error">{problem.message}</p>
            <Button
              look="plain"
              onClick={() => {
                area.current?.focus();
                area.current?.setSelectionRange(problem.range.start, problem.range.end);
              }}
            >
              {words.showPlace}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function firstProblem(
  { json, jsonProblem }: ExpressionDraft,
  [first]: readonly DraftProblem[],
): { readonly message: string; readonly range: TextRange } | null {
  if (jsonProblem !== null) {
    const { at, reason } = jsonProblem;
    return atRange(json, { start: at, end: at + 1 }, problemWords.json[reason]);
  }
  if (first === undefined) {
    return null;
  }
  // While a number is incomplete in the builder, the text is not JSON, and has no paths.
  const range = rangeOfPlace(json, first.place) ?? { start: 0, end: 0 };
  return atRange(json, range, first.message);
}

function atRange(json: string, range: TextRange, message: string) {
  return {
    range,
    message: fill(problemWords.at, { ...lineAndColumn(json, range.start), message }),
  };
}
