import { GatehouseError } from "../errors.ts";
import { isJsonObject } from "../text/json-object.ts";
import type { Operator } from "./define-operator.ts";
import { findOperator, type OperatorName } from "./operator-registry.ts";

/**
 * A condition in its normalized form, which is stored and sent (docs/api.md#expressions): an object
 * with one operator, whose arguments are a list, at every depth. Only `parseExpression` creates
 * expressions, so two expressions are equal if their JSON texts are equal.
 */
export type Expression = { readonly [Name in OperatorName]?: readonly Argument[] };

export type Argument = Expression | Constant;

/** Numbers are finite; strings are well-formed Unicode. */
type Constant = string | number | boolean;

const expressionDepthMax = 32;
export const expressionSizeMaxBytes = 64 * 1024;
const quotedLengthMax = 64;

/**
 * Checks and normalizes decoded JSON: a single argument may be sent without a list. Throws
 * `expression_invalid` with the place and the reason, such as `At All[1].Equal[0]: null is not an
 * argument`. The size limit bounds the time for any input, however large or deep.
 */
export function parseExpression(input: unknown): Expression {
  if (!isJsonObject(input)) {
    throw refused("", `${describe(input)} is not an operator`);
  }
  return new Parser().parseOperation(input, "", 1);
}

class Parser {
  #bytesLeft = expressionSizeMaxBytes;

  parseOperation(input: object, place: string, depth: number): Expression {
    const operator = operatorIn(input, place);
    if (depth > expressionDepthMax) {
      throw refused(
        place,
        `${operator.name} is nested deeper than ${expressionDepthMax} operators`,
      );
    }
    const value: unknown = Object.values(input)[0];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    checkArity(operator, list.length, place);
    // {"Name":[…]} has 7 bytes beside its name and its arguments, and commas between the arguments.
    this.#spend(operator.name.length + 7 + Math.max(list.length - 1, 0), place);
    const path = place === "" ? operator.name : `${place}.${operator.name}`;
    const args: Argument[] = [];
    for (const [index, argument] of list.entries()) {
      args.push(this.#parseArgument(argument, `${path}[${index}]`, depth + 1));
    }
    return { [operator.name]: args };
  }

  #parseArgument(input: unknown, place: string, depth: number): Argument {
    if (isJsonObject(input)) {
      return this.parseOperation(input, place, depth);
    }
    if (typeof input === "string" || typeof input === "boolean" || typeof input === "number") {
      return this.#parseConstant(input, place);
    }
    throw refused(place, `${describe(input)} is not an argument`);
  }

  #parseConstant(input: Constant, place: string): Constant {
    // A string that is too long is refused by its length, before its JSON text is created.
    const isTooLong = typeof input === "string" && input.length > this.#bytesLeft;
    this.#spend(isTooLong ? input.length : Buffer.byteLength(JSON.stringify(input)), place);
    if (typeof input === "string" && !input.isWellFormed()) {
      throw refused(place, "The string is not valid Unicode");
    }
    if (typeof input === "number" && !Number.isFinite(input)) {
      throw refused(place, "The number is not finite");
    }
    // JSON can contain -0, but JSON.stringify writes it as 0.
    return input === 0 ? 0 : input;
  }

  #spend(bytes: number, place: string): void {
    if (bytes > this.#bytesLeft) {
      throw refused(place, `The expression is over ${expressionSizeMaxBytes} bytes of JSON`);
    }
    this.#bytesLeft -= bytes;
  }
}

function operatorIn(input: object, place: string): Operator<OperatorName> {
  const [name, second] = Object.keys(input);
  if (name === undefined) {
    throw refused(place, "An empty object is not an operator");
  }
  if (second !== undefined) {
    throw refused(place, `An object holds one operator, not ${quote(name)} and ${quote(second)}`);
  }
  const operator = findOperator(name);
  if (operator === undefined) {
    throw refused(place, `${quote(name)} is not an operator`);
  }
  return operator;
}

function checkArity({ name, arity }: Operator, count: number, place: string): void {
  const { least, most } = arity;
  if (count < least || count > most) {
    const bound = least === most ? "" : count < least ? "at least " : "at most ";
    const limit = count < least ? least : most;
    const noun = limit === 1 ? "argument" : "arguments";
    throw refused(place, `${name} takes ${bound}${limit} ${noun}, not ${count}`);
  }
}

function describe(input: unknown): string {
  if (input === null || input === undefined) {
    return String(input);
  }
  return Array.isArray(input) ? "A list" : `A ${typeof input}`;
}

function quote(name: string): string {
  return JSON.stringify(name.slice(0, quotedLengthMax));
}

function refused(place: string, problem: string): GatehouseError {
  return new GatehouseError("expression_invalid", `At ${place || "the root"}: ${problem}`);
}
