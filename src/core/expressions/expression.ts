import { GatehouseError } from "../errors.ts";
import { memoizePerObject } from "../memo/memoize-per-object.ts";
import { isJsonObject } from "../text/json-object.ts";
import { quote } from "../text/quote.ts";
import { constantProblem, foldedConstant } from "./constant-problems.ts";
import type { Operator } from "./define-operator.ts";
import type { Value } from "./expression-value.ts";
import { findOperator, type OperatorName } from "./operator-registry.ts";

/**
 * A condition in its normalized form, which is stored and sent (docs/api.md#expressions): an object
 * with one operator, whose arguments are a list, at every depth. Only the parser creates
 * expressions, so two expressions are equal if their JSON texts are equal.
 */
export type Expression = { readonly [Name in OperatorName]?: readonly Argument[] };

export type Argument = Expression | Constant;

/**
 * Numbers are finite, and whole ones are safe integers, except in data of older versions; strings
 * are well-formed Unicode.
 */
type Constant = string | number | boolean;

export const expressionDepthMax = 32;
export const expressionSizeMaxBytes = 64 * 1024;
const noArguments: readonly Argument[] = /* @__PURE__ */ Object.freeze([]);

/**
 * Checks and normalizes decoded JSON: a single argument may be sent without a list. Throws
 * `expression_invalid` with the position and the reason, such as `At All[1].Equal[0]: null is not
 * an argument`. The size limit bounds the time for any input, however large or deep.
 */
export function parseExpression(input: unknown): Expression {
  return new Parser({ allowsUnsafeIntegers: false, allowsFaults: false }).parse(input);
}

/**
 * As `parseExpression`, for an expression of the database. Versions up to 0.1.0 accepted integers
 * that JSON cannot represent exactly, and versions up to 0.2.0 constants that no client can
 * evaluate. Both stay valid, so that they do not prevent a start.
 */
export function parseStoredExpression(input: unknown): Expression {
  return new Parser({ allowsUnsafeIntegers: true, allowsFaults: true }).parse(input);
}

/**
 * The position and reason of a constant in a stored expression that clients cannot evaluate, or
 * read differently. Such an expression would be refused today. Null without one. Cached, as it
 * reads the whole expression.
 */
export const expressionFault = /* @__PURE__ */ memoizePerObject(
  (expression: Expression): string | null => {
    try {
      new Parser({ allowsUnsafeIntegers: true, allowsFaults: false }).parse(expression);
      return null;
    } catch (error) {
      if (error instanceof GatehouseError) {
        return error.message;
      }
      throw error;
    }
  },
);

interface ParserOptions {
  readonly allowsUnsafeIntegers: boolean;
  /** Whether constants are allowed that their operator cannot take (`constantProblem`). */
  readonly allowsFaults: boolean;
}

class Parser {
  readonly #options: ParserOptions;
  /** The position of the parser: operators and indexes of arguments. Its text is only for refusals. */
  readonly #place: (OperatorName | number)[] = [];
  #bytesLeft = expressionSizeMaxBytes;
  /** The values of the operators whose arguments are all constant. */
  readonly #folded = new Map<Argument, Value>();

  constructor(options: ParserOptions) {
    this.#options = options;
  }

  parse(input: unknown): Expression {
    if (!isJsonObject(input)) {
      throw this.#refused(`${describe(input)} is not an operator`);
    }
    return this.#parseOperation(input, 1);
  }

  #parseOperation(input: object, depth: number): Expression {
    const operator = this.#operatorIn(input);
    if (depth > expressionDepthMax) {
      throw this.#refused(`${operator.name} is nested deeper than ${expressionDepthMax} operators`);
    }
    const value: unknown = Object.values(input)[0];
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    this.#checkArity(operator, list.length);
    // {"Name":[…]} has 7 bytes in addition to its name and its arguments, and commas between the
    // arguments.
    this.#spend(operator.name.length + 7 + Math.max(list.length - 1, 0));
    this.#place.push(operator.name);
    const args = this.#parseList(operator, list, depth + 1);
    this.#place.pop();
    const parsed: Expression = { [operator.name]: args };
    this.#fold(operator, args, parsed);
    return parsed;
  }

  /** Lists are as small as possible, as the expressions of all environments are in memory. */
  #parseList({ name }: Operator<OperatorName>, list: readonly unknown[], depth: number) {
    return list.length === 0
      ? noArguments
      : [...list].map((argument, index) => {
          this.#place.push(index);
          const parsed = this.#parseArgument(argument, depth);
          this.#checkConstant(name, index, parsed);
          this.#place.pop();
          return parsed;
        });
  }

  #checkConstant(operator: OperatorName, index: number, argument: Argument): void {
    const value = this.#constantOf(argument);
    const problem =
      this.#options.allowsFaults || value === undefined
        ? undefined
        : constantProblem(operator, index, value);
    if (problem !== undefined) {
      throw this.#refused(problem);
    }
  }

  /** Undefined if the argument is not constant. */
  #constantOf(argument: Argument): Value | undefined {
    return typeof argument === "object" ? this.#folded.get(argument) : argument;
  }

  #fold(operator: Operator, args: readonly Argument[], parsed: Expression): void {
    if (!this.#options.allowsFaults) {
      const values = args.map((each) => this.#constantOf(each));
      const value = foldedConstant(operator, values);
      if (value !== undefined) {
        this.#folded.set(parsed, value);
      }
    }
  }

  #parseArgument(input: unknown, depth: number): Argument {
    if (isJsonObject(input)) {
      return this.#parseOperation(input, depth);
    }
    if (typeof input === "string" || typeof input === "boolean" || typeof input === "number") {
      return this.#parseConstant(input);
    }
    throw this.#refused(`${describe(input)} is not an argument`);
  }

  #parseConstant(input: Constant): Constant {
    // A string that is too long is refused by its length, before its JSON text is created.
    const isTooLong = typeof input === "string" && input.length > this.#bytesLeft;
    this.#spend(isTooLong ? input.length : Buffer.byteLength(JSON.stringify(input)));
    if (typeof input === "string" && !input.isWellFormed()) {
      throw this.#refused("The string is not valid Unicode");
    }
    if (typeof input === "number" && !Number.isFinite(input)) {
      throw this.#refused("The number is not finite");
    }
    if (typeof input === "number" && this.#isRounded(input)) {
      throw this.#refused("The integer is not between -(2^53 - 1) and 2^53 - 1");
    }
    // JSON can contain -0, but JSON.stringify writes it as 0.
    return input === 0 ? 0 : input;
  }

  /** Whether the client may have sent another integer, which JSON.parse rounded to this one. */
  #isRounded(input: number): boolean {
    return (
      !this.#options.allowsUnsafeIntegers && Number.isInteger(input) && !Number.isSafeInteger(input)
    );
  }

  #spend(bytes: number): void {
    if (bytes > this.#bytesLeft) {
      throw this.#refused(`The expression is over ${expressionSizeMaxBytes} bytes of JSON`);
    }
    this.#bytesLeft -= bytes;
  }

  #operatorIn(input: object): Operator<OperatorName> {
    const [name, second] = Object.keys(input);
    if (name === undefined) {
      throw this.#refused("An empty object is not an operator");
    }
    if (second !== undefined) {
      throw this.#refused(`An object holds one operator, not ${quote(name)} and ${quote(second)}`);
    }
    const operator = findOperator(name);
    if (operator === undefined) {
      throw this.#refused(`${quote(name)} is not an operator`);
    }
    return operator;
  }

  #checkArity({ name, arity }: Operator, count: number): void {
    const { least, most } = arity;
    if (count < least || count > most) {
      const bound = least === most ? "" : count < least ? "at least " : "at most ";
      const limit = count < least ? least : most;
      const noun = limit === 1 ? "argument" : "arguments";
      throw this.#refused(`${name} takes ${bound}${limit} ${noun}, not ${count}`);
    }
  }

  #refused(problem: string): GatehouseError {
    let place = "";
    for (const step of this.#place) {
      place += typeof step === "number" ? `[${step}]` : `${place === "" ? "" : "."}${step}`;
    }
    return new GatehouseError("expression_invalid", {
      message: `At ${place || "the root"}: ${problem}`,
    });
  }
}

function describe(input: unknown): string {
  if (input === null || input === undefined) {
    return String(input);
  }
  return Array.isArray(input) ? "A list" : `A ${typeof input}`;
}
