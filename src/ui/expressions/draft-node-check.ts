import type { DraftNode } from "./draft-node.ts";
import { findShape } from "./operator-shapes.ts";

type Stored = Readonly<Record<string, unknown>>;

/** Whether stored data is a node as this version of the page writes it. */
export function isDraftNode(value: unknown): value is DraftNode {
  if (value === null || typeof value !== "object") {
    return false;
  }
  const node = value as Stored;
  return Object.entries(checks).some(([kind, check]) => node["kind"] === kind && check(node));
}

/** By kind, so that a new kind of node does not compile without its check. */
const checks: Readonly<Record<DraftNode["kind"], (node: Stored) => boolean>> = {
  operation: ({ operator, args }) =>
    typeof operator === "string" &&
    findShape(operator) !== undefined &&
    Array.isArray(args) &&
    args.every(isDraftNode),
  text: ({ value }) => typeof value === "string",
  number: ({ digits }) => typeof digits === "string",
  boolean: ({ value }) => typeof value === "boolean",
  json: ({ json }) => typeof json === "string",
};
