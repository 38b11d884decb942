import { contextual, exactly, type Operator, type Term } from "./define-operator.ts";
import type { ExpressionContext } from "./expression-context.ts";
import type { Value } from "./expression-value.ts";
import { textOf } from "./text-conversion.ts";

/** What an expression asks its surroundings for. A list or an object is no name of anything. */
export const lookups = [
  property(),
  contextual({ name: "FeatureEnabled", arity: exactly(1), total: true, meaning: isEnabled }),
] as const;

/** The name of a property stands in nearly every expression, so then it is read at compilation. */
function property(): Operator<"Property"> {
  const general = contextual({
    name: "Property",
    arity: exactly(1),
    total: true,
    meaning: (context, name) => propertyOf(context, textOf(name)),
  });
  return {
    ...general,
    compile: (args): Term => {
      const [name] = args;
      if (name?.constant === undefined) {
        return general.compile(args);
      }
      const key = textOf(name.constant.value);
      return { evaluate: (context) => propertyOf(context, key), fallible: false };
    },
  };
}

/** A property by its plain name (dots do not nest), null if the actor has none of that name. */
function propertyOf({ properties }: ExpressionContext, key: string | null): Value {
  return key !== null && Object.hasOwn(properties, key) ? (properties[key] ?? null) : null;
}

function isEnabled(context: ExpressionContext, name: Value): boolean {
  const featureKey = textOf(name);
  return featureKey !== null && context.enabled(featureKey);
}
