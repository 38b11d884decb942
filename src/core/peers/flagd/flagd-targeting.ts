import { isJsonObject, type JsonObject } from "../../text/json-object.ts";
import type { ActorIds } from "../actor-ids.ts";
import { Attribute } from "../attribute.ts";
import { all, always, any, type Bounds, choose, never, not, unknown } from "../bounds.ts";
import { asText, memberOf } from "../document-values.ts";
import { enabledShare, type Share } from "../shares.ts";
import { FlagdComparisons } from "./flagd-comparisons.ts";

interface TargetingOptions {
  /** The `$evaluators` of the document, by their names in `$ref`. */
  readonly evaluators: JsonObject;
  readonly ids: ActorIds;
  /** The values of the variants by name. */
  readonly variants: ReadonlyMap<string, unknown>;
  readonly defaultVariant: unknown;
}

/** Evaluators can refer to evaluators, and so grow exponentially. */
const referencesMax = 1_000;
const ownDefault = "the application's own default is used in some cases";
const booleanOperators: ReadonlySet<string> = new Set([
  ...["==", "!=", "===", "!==", "<", "<=", ">", ">=", "!", "!!", "in"],
  ...["starts_with", "ends_with"],
]);

/** The JsonLogic of a boolean flag: expressions whose results are names of variants. */
export class FlagdTargeting {
  readonly #options: TargetingOptions;
  readonly #comparisons: FlagdComparisons;
  #references = 0;

  constructor(options: TargetingOptions) {
    this.#options = options;
    this.#comparisons = new FlagdComparisons(options.ids);
  }

  /** The value of the default variant. */
  get otherwise(): Bounds {
    const { defaultVariant } = this.#options;
    return typeof defaultVariant === "string" && defaultVariant !== ""
      ? this.#variant(defaultVariant)
      : unknown(ownDefault);
  }

  /** When the flag is true. flagd fails for values of other kinds than an operator compares. */
  enabled(targeting: unknown): Bounds {
    const result = this.#result(targeting);
    return all([result, ...this.#comparisons.guards(result.guarded)]);
  }

  #variant(name: string): Bounds {
    const value = this.#options.variants.get(name);
    return typeof value === "boolean" ? (value ? always : never) : unknown(ownDefault);
  }

  /** When the variant that an expression names is true. */
  #result(expression: unknown): Bounds {
    if (expression === null || expression === undefined) {
      return this.otherwise;
    }
    if (typeof expression === "string" || typeof expression === "boolean") {
      return this.#variant(String(expression));
    }
    const [operator, value] = operation(expression);
    switch (operator) {
      case "$ref":
        return this.#referred(value, (evaluator) => this.#result(evaluator));
      case "if":
        return this.#choice(value);
      case "fractional":
        return this.#fractional(Array.isArray(value) ? value : []);
      default:
        return booleanOperators.has(operator)
          ? choose(this.#condition(expression), this.#variant("true"), this.#variant("false"))
          : unknown(`its result is an operator ${operator}`);
    }
  }

  #choice(value: unknown): Bounds {
    const list: readonly unknown[] = Array.isArray(value) ? value : [];
    if (list.length < 2) {
      return list.length === 1 ? this.#result(list[0]) : unknown(ownDefault);
    }
    let result = list.length % 2 === 1 ? this.#result(list.at(-1)) : this.otherwise;
    for (let index = Math.floor(list.length / 2) * 2 - 2; index >= 0; index -= 2) {
      result = choose(this.#condition(list[index]), this.#result(list[index + 1]), result);
    }
    return result;
  }

  #condition(expression: unknown): Bounds {
    if (!isJsonObject(expression)) {
      const isTrue = Array.isArray(expression) ? expression.length > 0 : Boolean(expression);
      return isTrue ? always : never;
    }
    const [operator, value] = operation(expression);
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    switch (operator) {
      case "$ref":
        return this.#referred(value, (evaluator) => this.#condition(evaluator));
      case "and":
      case "or": {
        const operands = list.map((each) => this.#condition(each));
        return operands.length === 0 ? never : operator === "and" ? all(operands) : any(operands);
      }
      case "!":
        return not(this.#condition(list[0]));
      case "!!":
        return this.#condition(list[0]);
      case "if":
        return this.#conditional(list);
      default:
        return this.#comparisons.condition(operator, value);
    }
  }

  #conditional(list: readonly unknown[]): Bounds {
    let result = list.length % 2 === 1 ? this.#condition(list.at(-1)) : never;
    for (let index = Math.floor(list.length / 2) * 2 - 2; index >= 0; index -= 2) {
      result = choose(this.#condition(list[index]), this.#condition(list[index + 1]), result);
    }
    return result;
  }

  #referred(name: unknown, read: (evaluator: unknown) => Bounds): Bounds {
    this.#references++;
    const evaluator =
      typeof name === "string" ? memberOf(this.#options.evaluators, name) : undefined;
    return evaluator === undefined || this.#references > referencesMax
      ? unknown(`its evaluator ${asText(name)} cannot be read`)
      : read(evaluator);
  }

  #fractional(value: readonly unknown[]): Bounds {
    const [first, ...others] = value;
    const by = Array.isArray(first)
      ? new Attribute("targetingKey", this.#options.ids)
      : this.#bucketOf(first);
    const parts = Array.isArray(first) ? value : others;
    const shares = parts.map((part) => this.#share(part));
    if (by === undefined || !shares.every((share) => share !== undefined)) {
      return unknown("its operator fractional is of an unknown form");
    }
    const isOwn = Array.isArray(first) || operation(first)[0] === "cat";
    const hash = isOwn ? "flagd" : "flagd, for all flags";
    const share = enabledShare(by, shares, hash) ?? this.otherwise;
    // Without a text to draw by, the default variant is used; `cat` turns every value into a text.
    return isOwn ? share : choose(by.isText(), share, this.otherwise);
  }

  /** The only property of `{"var": …}`, or of it after the key of the flag. */
  #bucketOf(expression: unknown): Attribute | undefined {
    const [operator, value] = operation(expression);
    if (operator === "var") {
      return this.#comparisons.attribute(value);
    }
    const [key, property] =
      operator === "cat" && Array.isArray(value) && value.length === 2 ? value : [];
    return operation(key)[0] === "var" && onlyName(operation(key)[1]) === "$flagd.flagKey"
      ? this.#bucketOfVariable(property)
      : undefined;
  }

  #bucketOfVariable(expression: unknown): Attribute | undefined {
    const [operator, value] = operation(expression);
    return operator === "var" ? this.#comparisons.attribute(value) : undefined;
  }

  #share(part: unknown): Share | undefined {
    const [name, weight = 1, third] = Array.isArray(part) ? part : [undefined, null];
    const isName = name === null || typeof name === "string" || typeof name === "boolean";
    if (!isName || third !== undefined || typeof weight !== "number" || !Number.isInteger(weight)) {
      return undefined;
    }
    const { lower, upper } = this.#result(name);
    return {
      weight: Math.max(weight, 0),
      enabled: lower === upper && typeof lower === "boolean" ? lower : undefined,
    };
  }
}

/** The operator of an expression, and its operands. */
function operation(expression: unknown): readonly [operator: string, value: unknown] {
  const [entry, second] = isJsonObject(expression) ? Object.entries(expression) : [];
  return entry === undefined || second !== undefined ? ["", undefined] : entry;
}

function onlyName(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
