import type { DraftNode, DraftOperation } from "./draft-node.ts";
import { draftJson, draftOf, typedText, unfilledText } from "./draft-node.ts";
import {
  argumentCount,
  type GroupOperator,
  isComparison,
  isGroup,
  type ShapeName,
} from "./operator-shapes.ts";

/** The kinds that a node can have. */
export type NodeKind = "text" | "number" | "boolean" | "json" | "comparison" | ShapeName;

const numberStart = /^-?\d/;

/** The condition that "Add a condition" adds. */
export const newCondition: DraftOperation = {
  kind: "operation",
  operator: "Equal",
  args: [{ kind: "operation", operator: "Property", args: [unfilledText] }, unfilledText],
};

export const newGroup: DraftOperation = {
  kind: "operation",
  operator: "Any",
  args: [newCondition],
  isGroup: true,
};

/** Puts a node into a group of its own. */
export function inGroup(node: DraftNode, operator: GroupOperator): DraftOperation {
  return { kind: "operation", operator, args: [node], isGroup: true };
}

export function kindOf(node: DraftNode): NodeKind {
  return node.kind === "operation" ? node.operator : node.kind;
}

/** Turns a node into another kind, and keeps the content that fits the new kind. */
export function turnInto(node: DraftNode, kind: NodeKind): DraftNode {
  switch (kind) {
    case kindOf(node):
      return node;
    case "text":
      return typedText(scalarText(node));
    case "number": {
      const text = scalarText(node).trim();
      return { kind, digits: numberStart.test(text) ? text : "" };
    }
    case "boolean":
      return { kind, value: scalarText(node) === "true" };
    case "json":
      return { kind, json: draftJson(node) };
    case "comparison":
      return turnInto(node, "Equal");
    default:
      return toOperation(node, kind);
  }
}

function toOperation(node: DraftNode, operator: ShapeName): DraftNode {
  if (node.kind === "json") {
    const read = draftOf(node.json);
    if (read !== null && read.kind !== "json") {
      return turnInto(read, operator);
    }
  }
  const make = (args: readonly DraftNode[]): DraftOperation => ({
    kind: "operation",
    operator,
    args,
  });
  if (isGroup(operator)) {
    const keeps = node.kind === "operation" && isGroup(node.operator);
    return {
      ...make(keeps ? node.args : [isEmpty(node) ? newCondition : node]),
      isGroup: true,
    };
  }
  if (isComparison(operator)) {
    if (node.kind === "operation" && isComparison(node.operator)) {
      return make(node.args);
    }
    const isPlain = node.kind !== "operation" || isGroup(node.operator);
    return make(isPlain ? newCondition.args : [node, unfilledText]);
  }
  const { most } = argumentCount(operator);
  return make(functionArguments(node, operator).slice(0, most));
}

function functionArguments(node: DraftNode, operator: ShapeName): readonly DraftNode[] {
  if (operator === "PercentageOfActors") {
    const property: DraftNode = {
      kind: "operation",
      operator: "Property",
      args: [{ kind: "text", value: "flipper_id" }],
    };
    return [node.kind === "operation" && !isGroup(node.operator) ? node : property, number("25")];
  }
  if (operator === "Random") {
    return [number("100")];
  }
  const first = node.kind === "operation" ? node.args[0] : node;
  const isValue = first !== undefined && first.kind !== "operation" && first.kind !== "json";
  return [isValue ? first : unfilledText];
}

function number(digits: string): DraftNode {
  return { kind: "number", digits };
}

function isEmpty(node: DraftNode): boolean {
  return node.kind !== "operation" && node.kind !== "json";
}

function scalarText(node: DraftNode): string {
  switch (node.kind) {
    case "text":
      return node.value;
    case "number":
      return node.digits;
    case "boolean":
      return String(node.value);
    case "json":
      return node.json;
    case "operation": {
      const [first] = node.args;
      return first === undefined ? "" : scalarText(first);
    }
  }
}
