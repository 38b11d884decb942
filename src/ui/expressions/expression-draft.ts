import type { Expression } from "../../core/expressions/expression.ts";
import { type DraftNode, draftJson, draftOf } from "./draft-node.ts";
import { type DraftProblem, numberProblem, problemsOf } from "./draft-problems.ts";
import { type JsonProblem, readJson } from "./json-node.ts";

/** The data of both sides of the builder: the tree, and the JSON text. */
export interface ExpressionDraft {
  /** The last tree that could be read from the JSON; null for no expression. */
  readonly tree: DraftNode | null;
  readonly json: string;
  /** Why the JSON cannot be read; the tree then belongs to an earlier text. */
  readonly jsonProblem: JsonProblem | null;
}

export const noExpression: ExpressionDraft = { tree: null, json: "", jsonProblem: null };

export function savedDraft(expression: Expression | null): ExpressionDraft {
  const tree = expression === null ? null : draftOf(JSON.stringify(expression));
  return withTree(tree);
}

/** The JSON follows the builder. */
export function withTree(tree: DraftNode | null): ExpressionDraft {
  return tree === null ? noExpression : { tree, json: draftJson(tree), jsonProblem: null };
}

/** The builder follows the JSON, and stays unchanged while the JSON cannot be read. */
export function withJson(draft: ExpressionDraft, json: string): ExpressionDraft {
  if (json.trim() === "") {
    return { ...noExpression, json };
  }
  const { problem } = readJson(json);
  return problem === null
    ? { tree: draftOf(json), json, jsonProblem: null }
    : { tree: draft.tree, json, jsonProblem: problem };
}

/** Why a draft cannot be saved, as far as the page can check it. */
export function draftProblems({ tree, jsonProblem }: ExpressionDraft): readonly DraftProblem[] {
  return tree === null || jsonProblem !== null ? [] : problemsOf(tree);
}

/** Whether two drafts are the same expression in any notation: 1.50 is 1.5. */
export function isSameDraft(left: ExpressionDraft, right: ExpressionDraft): boolean {
  if (left.jsonProblem !== null || right.jsonProblem !== null) {
    return left.json === right.json;
  }
  const [one, two] = [left.tree, right.tree];
  return one === null || two === null ? one === two : meaningOf(one) === meaningOf(two);
}

function meaningOf(node: DraftNode): string {
  switch (node.kind) {
    case "operation":
      return `{"${node.operator}":[${node.args.map(meaningOf).join(",")}]}`;
    case "number":
      return numberProblem(node.digits) === null
        ? String(Number(node.digits))
        : JSON.stringify(node);
    default:
      return draftJson(node);
  }
}
