import type { DraftNode } from "./draft-node.ts";
import { operationOf } from "./draft-node.ts";
import { type JsonNode, readJson, type TextRange } from "./json-node.ts";
import { isGroup } from "./operator-shapes.ts";

/** The path of an argument, as the server names it: `All[1].Equal[0]`. The root has an empty path. */
export function pathBelowDraft(place: string, operator: string, index: number): string {
  return `${place}${place === "" ? "" : "."}${operator}[${index}]`;
}

interface Step {
  readonly operator: string;
  readonly index: number;
}

const stepPattern = /^(\w+)\[(\d+)\]$/;

/** The steps of a path; null if it is invalid. An operator at the end means the node itself. */
function stepsOf(place: string): readonly Step[] | null {
  const parts = place === "" ? [] : place.split(".");
  const steps: Step[] = [];
  for (const part of parts) {
    const [, operator, index] = stepPattern.exec(part) ?? [];
    if (operator === undefined || index === undefined) {
      return part === parts.at(-1) ? steps : null;
    }
    steps.push({ operator, index: Number(index) });
  }
  return steps;
}

/** The node at a path; undefined if there is none. */
export function nodeAt(root: DraftNode, place: string): DraftNode | undefined {
  let node: DraftNode | undefined = root;
  for (const { operator, index } of stepsOf(place) ?? []) {
    if (node?.kind !== "operation" || node.operator !== operator) {
      return undefined;
    }
    node = node.args[index];
  }
  return stepsOf(place) === null ? undefined : node;
}

/** The tree with another node at a path. The groups above it stay groups. */
export function withNodeAt(root: DraftNode, place: string, next: DraftNode): DraftNode {
  return withNodeBelow(root, stepsOf(place) ?? [], next);
}

function withNodeBelow(
  node: DraftNode,
  [step, ...others]: readonly Step[],
  next: DraftNode,
): DraftNode {
  if (step === undefined) {
    return next;
  }
  if (node.kind !== "operation" || node.operator !== step.operator) {
    return node;
  }
  const args = node.args.map((arg, at) =>
    at === step.index ? withNodeBelow(arg, others, next) : arg,
  );
  return isGroup(node.operator) ? { ...node, args, isGroup: true } : { ...node, args };
}

/** The operator of the node above a path; undefined at the root. */
export function operatorAbove(place: string): string | undefined {
  return stepsOf(place)?.at(-1)?.operator;
}

/** The path that the builder shows for a path of the server: without a final operator. */
export function shownPath(place: string): string {
  let shown = "";
  for (const { operator, index } of stepsOf(place) ?? []) {
    shown = pathBelowDraft(shown, operator, index);
  }
  return shown;
}

/**
 * The range of a path in a JSON text. If the path does not exist, the range of the nearest node above
 * it.
 */
export function rangeOfPlace(text: string, place: string): TextRange | null {
  let node: JsonNode | null = readJson(text).node;
  if (node === null) {
    return null;
  }
  for (const { operator, index } of stepsOf(place) ?? []) {
    const operation = operationOf(node);
    const next = operation?.operator === operator ? operation.args[index] : undefined;
    if (next === undefined) {
      break;
    }
    node = next;
  }
  return { start: node.start, end: node.end };
}

/** Counted from 1, as editors do. */
export function lineAndColumn(text: string, at: number): { line: number; column: number } {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: at - lineStart + 1 };
}
