import { type JsonNode, readJson, type TextRange } from "./json-node.ts";
import { findShape, type ShapeName } from "./operator-shapes.ts";

/**
 * An expression during editing. Numbers are the typed characters. Invalid parts, such as an unknown
 * operator, stay as JSON text, so that nothing is lost.
 */
export type DraftNode =
  | DraftOperation
  | DraftConstant
  | { readonly kind: "json"; readonly json: string };

export type DraftConstant =
  | DraftText
  | { readonly kind: "number"; readonly digits: string }
  | { readonly kind: "boolean"; readonly value: boolean };

export interface DraftText {
  readonly kind: "text";
  readonly value: string;
  /** Whether a field of the builder is empty. An empty text in JSON is intended. */
  readonly isUnfilled?: true;
}

/** The content of an empty field of the builder. */
export const unfilledText: DraftText = { kind: "text", value: "", isUnfilled: true };

/** The text in a field of the builder. */
export function typedText(value: string): DraftText {
  return value === "" ? unfilledText : { kind: "text", value };
}

export interface DraftOperation {
  readonly kind: "operation";
  readonly operator: ShapeName;
  readonly args: readonly DraftNode[];
  /**
   * Whether a group was made or edited as a group. Otherwise `Any` of `Equal` with one property is
   * the sentence "is one of".
   */
  readonly isGroup?: true;
}

/** The draft of a JSON text that was read from `text`. A single argument needs no list. */
function toDraft(node: JsonNode, text: string): DraftNode {
  switch (node.kind) {
    case "text":
      return { kind: "text", value: node.value };
    case "number":
      return { kind: "number", digits: node.digits };
    case "boolean":
      return { kind: "boolean", value: node.value };
    case "object": {
      const operation = operationOf(node);
      return operation === undefined
        ? jsonDraft(node, text)
        : {
            kind: "operation",
            operator: operation.operator,
            args: operation.args.map((each) => toDraft(each, text)),
          };
    }
    default:
      return jsonDraft(node, text);
  }
}

/** The operator and the arguments of a node; undefined if it is not an operation. */
export function operationOf(
  node: JsonNode,
): { readonly operator: ShapeName; readonly args: readonly JsonNode[] } | undefined {
  const [member, second] = node.kind === "object" ? node.members : [];
  const operator = member === undefined ? undefined : findShape(member.name);
  if (member === undefined || second !== undefined || operator === undefined) {
    return undefined;
  }
  return { operator, args: member.value.kind === "list" ? member.value.items : [member.value] };
}

function jsonDraft({ start, end }: TextRange, text: string): DraftNode {
  return { kind: "json", json: text.slice(start, end) };
}

const indent = "  ";
const shortMax = 60;

/** The JSON text of a draft; short operations are on one line. */
export function draftJson(node: DraftNode, margin = ""): string {
  switch (node.kind) {
    case "text":
      return JSON.stringify(node.value);
    case "number":
      return node.digits;
    case "boolean":
      return String(node.value);
    case "json":
      return node.json;
    case "operation": {
      const { operator, args } = node;
      const isFlat = args.every(
        (arg) => arg.kind !== "json" && (arg.kind !== "operation" || arg.args.length < 2),
      );
      const flat = `{ "${operator}": [${args.map((arg) => draftJson(arg)).join(", ")}] }`;
      if (isFlat && flat.length <= shortMax && !flat.includes("\n")) {
        return flat;
      }
      const inner = margin + indent + indent;
      const lines = args.map((arg) => inner + draftJson(arg, inner)).join(",\n");
      return `{\n${margin}${indent}"${operator}": [\n${lines}\n${margin}${indent}]\n${margin}}`;
    }
  }
}

/** The draft of a JSON text; null for a text that is not JSON. */
export function draftOf(text: string): DraftNode | null {
  const { node } = readJson(text);
  return node === null ? null : toDraft(node, text);
}
