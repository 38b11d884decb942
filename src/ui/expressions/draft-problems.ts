import { fill } from "../texts/fill.ts";
import { texts } from "../texts/texts.ts";
import { type DraftNode, type DraftOperation, type DraftText, draftJson } from "./draft-node.ts";
import { pathBelowDraft } from "./draft-path.ts";
import { readJson } from "./json-node.ts";
import { argumentCount, isGroup, type ShapeName } from "./operator-shapes.ts";

const words = texts.expressionProblems;

/** A problem in a part of an expression. */
export interface DraftProblem {
  readonly place: string;
  readonly message: string;
}

const depthMax = 32;
const bytesMax = 64 * 1024;
const numberPattern = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The reasons why the server would refuse a draft, by path. The check runs before sending, because
 * decoded JSON has lost the typed digits of numbers beyond 2^53.
 */
export function problemsOf(root: DraftNode): readonly DraftProblem[] {
  const problems: DraftProblem[] = [];
  if (root.kind !== "operation" && root.kind !== "json") {
    problems.push({ place: "", message: words.root });
  }
  collect(root, { place: "", depth: 1 }, problems);
  if (problems.length === 0 && new TextEncoder().encode(compact(root)).length > bytesMax) {
    problems.push({ place: "", message: words.tooLarge });
  }
  return problems;
}

interface Position {
  readonly place: string;
  readonly depth: number;
  /** The operator that has the node as an argument. */
  readonly parent?: ShapeName;
}

function collect(node: DraftNode, position: Position, problems: DraftProblem[]): void {
  const { place, depth } = position;
  const message = problemOf(node, position);
  if (message !== null) {
    problems.push({ place, message });
  }
  if (node.kind === "operation" && depth <= depthMax) {
    for (const [index, arg] of node.args.entries()) {
      const { operator: parent } = node;
      const inner = { place: pathBelowDraft(place, parent, index), depth: depth + 1, parent };
      collect(arg, inner, problems);
    }
  }
}

function problemOf(node: DraftNode, { depth, parent }: Position): string | null {
  switch (node.kind) {
    case "boolean":
      return null;
    case "text":
      return textProblem(node, parent);
    case "number":
      return numberProblem(node.digits);
    case "json":
      return readJson(node.json).node === null ? words.notJson : words.unknown;
    case "operation":
      return depth > depthMax ? words.tooDeep : countProblem(node);
  }
}

function textProblem({ value, isUnfilled }: DraftText, parent?: ShapeName): string | null {
  if ((parent === "Property" || parent === "FeatureEnabled") && value.trim() === "") {
    return words.noName;
  }
  if (isUnfilled === true) {
    return words.noText;
  }
  return value.isWellFormed() ? null : words.unicode;
}

/** Why a number cannot be sent as typed; null if it can. */
export function numberProblem(digits: string): string | null {
  if (digits.trim() === "") {
    return words.noNumber;
  }
  if (!numberPattern.test(digits)) {
    return words.notNumber;
  }
  const value = Number(digits);
  if (!Number.isFinite(value)) {
    return words.notFinite;
  }
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? words.unsafe : null;
}

function countProblem({ operator, args }: DraftOperation): string | null {
  const { least, most } = argumentCount(operator);
  if (args.length < least) {
    return isGroup(operator) ? words.emptyGroup : fill(words.tooFew, { operator, least });
  }
  return args.length > most ? fill(words.tooMany, { operator, most }) : null;
}

function compact(node: DraftNode): string {
  if (node.kind !== "operation") {
    return draftJson(node);
  }
  return `{"${node.operator}":[${node.args.map(compact).join(",")}]}`;
}
