import { Compilation } from "./compilation.ts";
import { compileTerm, falseIfFailed } from "./compile-expression.ts";
import { EvaluationError, type EvaluationFailure } from "./evaluation-error.ts";
import type { ExplainedTerm, ShownValue } from "./explained-term.ts";
import type { Argument, Expression } from "./expression.ts";
import type { ExpressionContext, ReferencedFeature } from "./expression-context.ts";
import { isTruthy, type Value } from "./expression-value.ts";
import { findOperator } from "./operator-registry.ts";
import type { Term } from "./term.ts";
import { toTextOrNull } from "./text-conversion.ts";
import { TimeValue } from "./time-value.ts";

/** How many UTF-16 units of a value are shown. */
const shownLengthMax = 200;

const messages: Readonly<Record<EvaluationFailure, string>> = {
  not_limit: "The limit of a random number must be a finite number",
  not_number: "A boolean, a list or an object cannot be converted to a number",
  not_percentage: "A percentage must be a number",
  not_text: "A list, an object or a time out of range cannot be converted to text",
  not_time:
    "Only a number of seconds or a text in the format of RFC 3339 can be converted to a time",
  time_out_of_range: "A time must be a finite number of seconds since the epoch",
};

/** The inputs of an explanation in addition to its context. */
export interface ExplainContext extends Omit<ExpressionContext, "references"> {
  /** Whether another feature is enabled, by its name. */
  isFeatureEnabled(key: string): boolean;
}

export interface ExplainedResult {
  readonly isTrue: boolean;
  readonly failed: boolean;
}

export interface ExplainedExpression extends ExplainedResult {
  readonly tree: ExplainedTerm;
}

/**
 * Evaluates an expression with the result of each part. As in a check, a part that fails makes the
 * whole evaluation fail, wherever it is, so every part is evaluated.
 */
export function explainExpression(
  expression: Expression,
  context: ExplainContext,
): ExplainedExpression {
  const { tree, result } = new Explanation(context).explain(expression);
  return {
    isTrue: result !== null && isTruthy(result.value),
    failed: result === null,
    tree,
  };
}

/**
 * Returns a function that computes only the result of `explainExpression`, for any number of
 * actors. A tree takes much more time and memory.
 */
export function resultsOf(expression: Expression): (context: ExplainContext) => ExplainedResult {
  const compilation = new Compilation();
  const term = compileTerm(expression, compilation);
  return (context) => {
    const references: ReferencedFeature[] = [];
    const evaluated: ExpressionContext = { ...context, references };
    try {
      for (const reference of compilation.references) {
        const key =
          typeof reference === "string" ? reference : toTextOrNull(reference.evaluate(evaluated));
        references.push({ enabled: key !== null && context.isFeatureEnabled(key) });
      }
      return { isTrue: isTruthy(term.evaluate(evaluated)), failed: false };
    } catch (error) {
      return { isTrue: falseIfFailed(error), failed: true };
    }
  };
}

/** How many terms the tree of an expression has. */
export function countTerms(argument: Argument): number {
  if (typeof argument !== "object") {
    return 1;
  }
  const [args = []] = Object.values(argument);
  return args.reduce<number>((sum, each) => sum + countTerms(each), 1);
}

/** The known fields of a part; without `value` its evaluation failed. */
interface Part extends Partial<Omit<ExplainedTerm, "value">> {
  readonly value?: Value;
}

const none: readonly ExplainedTerm[] = [];

/** A part with its original value; null if it failed. */
interface Explained {
  readonly tree: ExplainedTerm;
  readonly result: { readonly value: Value } | null;
}

class Explanation {
  readonly #context: ExplainContext;
  /** Operators `Random` are numbered as in the compiler: after the operators in their arguments. */
  #drawCount = 0;

  constructor(context: ExplainContext) {
    this.#context = context;
  }

  explain(argument: Argument): Explained {
    if (typeof argument !== "object") {
      return { tree: termOf({ value: argument }), result: { value: argument } };
    }
    const [[operator, args] = ["", []]] = Object.entries(argument);
    const explained = args.map((each) => this.explain(each));
    const operands = explained.map(({ tree }) => tree);
    const draw = operator === "Random" ? this.#drawCount++ : 0;
    const values = explained.flatMap(({ result }) => (result === null ? [] : [result.value]));
    if (values.length < explained.length) {
      return { tree: termOf({ operator, operands }), result: null };
    }
    try {
      const value = this.#evaluate(operator, values, draw);
      const decidedBy = decisiveOperand(operator, value, values);
      return { tree: termOf({ operator, value, decidedBy, operands }), result: { value } };
    } catch (error) {
      if (!(error instanceof EvaluationError)) {
        throw error;
      }
      const message = messages[error.failure];
      return { tree: termOf({ operator, error: message, operands }), result: null };
    }
  }

  #evaluate(name: string, values: readonly Value[], draw: number): Value {
    const context = this.#context;
    if (name === "FeatureEnabled") {
      const key = toTextOrNull(values[0]);
      return key !== null && context.isFeatureEnabled(key);
    }
    const operator = findOperator(name);
    if (operator === undefined) {
      throw new Error(`There is no operator ${name}`);
    }
    const terms = values.map((value): Term => ({ evaluate: () => value, fallible: false }));
    return operator.compile(terms, new Compilation()).evaluate({
      featureKey: context.featureKey,
      properties: context.properties,
      crc32: context.crc32,
      references: [],
      now: () => context.now(),
      random: () => context.random(draw),
    });
  }
}

function termOf({
  operator = null,
  error = null,
  decidedBy = null,
  operands = none,
  ...rest
}: Part) {
  return {
    operator,
    value: "value" in rest ? shown(rest.value) : null,
    error,
    decidedBy,
    operands,
  };
}

/** The first argument that made `Any` true or `All` false; null if all of them did. */
function decisiveOperand(operator: string, value: Value, values: readonly Value[]): number | null {
  const isDecided =
    (operator === "Any" && value === true) || (operator === "All" && value === false);
  return isDecided ? values.findIndex((each) => isTruthy(each) === value) : null;
}

function shown(value: Value): ShownValue {
  if (value instanceof TimeValue) {
    return { type: "time", text: value.toText() ?? String(value.epochSeconds) };
  }
  if (value === null || value === undefined) {
    return { type: "null", text: "null" };
  }
  switch (typeof value) {
    case "string":
      return { type: "text", text: cut(value) };
    case "number":
      return { type: "number", text: String(value) };
    case "boolean":
      return { type: "boolean", text: String(value) };
    default:
      return {
        type: Array.isArray(value) ? "list" : "object",
        text: cut(JSON.stringify(value)),
      };
  }
}

function cut(text: string): string {
  return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax).toWellFormed()}…` : text;
}
