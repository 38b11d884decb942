import type { Expression } from "../expressions/expression.ts";
import { memoizePerObject } from "../memo/memoize-per-object.ts";
import type { Gates } from "./gates.ts";
import { addedBytesOfSet, bytesOfSet } from "./set-bytes.ts";

/*
 * The bytes that count for the quotas of gate values (docs/decisions.md#quotas): the UTF-8 bytes of
 * the feature's key, of every actor and group, and of the expression as JSON text.
 */

/** The bytes of a feature's key and gates in one environment. */
export function gateBytes(key: string, gates: Gates): number {
  return (
    Buffer.byteLength(key) +
    expressionBytes(gates.expression) +
    bytesOfSet(gates.groups) +
    bytesOfSet(gates.actors)
  );
}

/**
 * How many more bytes `after` has than `before`; negative if it has fewer. Adding an actor to a
 * large gate does not count all its actors.
 */
export function addedGateBytes(before: Gates, after: Gates): number {
  return (
    addedExpressionBytes(before.expression, after.expression) +
    addedBytesOfSet(before.groups, after.groups) +
    addedBytesOfSet(before.actors, after.actors)
  );
}

function addedExpressionBytes(before: Expression | null, after: Expression | null): number {
  return before === after ? 0 : expressionBytes(after) - expressionBytes(before);
}

/** The bytes of an expression as JSON text. */
export function expressionBytes(expression: Expression | null): number {
  return expression === null ? 0 : jsonBytes(expression);
}

/** Cached, because an import reads it before its changes and again when they are applied. */
const jsonBytes = memoizePerObject((expression: Expression) =>
  Buffer.byteLength(JSON.stringify(expression)),
);
