import { contextOperator, exactly, type Operator, type Term } from "./define-operator.ts";
import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";
import { toTextOrNull } from "./text-conversion.ts";

/**
 * Operators that read a property of the actor or the result of another feature. A list or an object
 * is not a name of either.
 */
export const lookupOperators = [
  propertyOperator(),
  contextOperator({
    name: "FeatureEnabled",
    arity: exactly(1),
    fallible: false,
    evaluate: isFeatureEnabled,
  }),
] as const;

/** The name of a property is nearly always a constant, so it is then converted at compilation. */
function propertyOperator(): Operator<"Property"> {
  const general = contextOperator({
    name: "Property",
    arity: exactly(1),
    fallible: false,
    evaluate: (context, name) => propertyOf(context, toTextOrNull(name)),
  });
  return {
    ...general,
    compile: (args): Term => {
      const [name] = args;
      if (name?.constant === undefined) {
        return general.compile(args);
      }
      const key = toTextOrNull(name.constant.value);
      return { evaluate: (context) => propertyOf(context, key), fallible: false };
    },
  };
}

/** The property with exactly this name (a dot is part of the name), or null. */
function propertyOf({ properties }: ExpressionContext, key: string | null): Value {
  return key !== null && Object.hasOwn(properties, key) ? (properties[key] ?? null) : null;
}

function isFeatureEnabled(context: ExpressionContext, name: Value): boolean {
  const featureKey = toTextOrNull(name);
  return featureKey !== null && context.enabled(featureKey);
}
