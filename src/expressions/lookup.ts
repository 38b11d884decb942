import type { ExpressionContext } from "./context.ts";
import { contextual, exactly } from "./operator.ts";
import { textOf } from "./to-text.ts";
import type { Value } from "./value.ts";

/** What an expression asks its surroundings for. A list or an object is no name of anything. */
export const lookups = [
  contextual({ name: "Property", arity: exactly(1), total: true, meaning: property }),
  contextual({ name: "FeatureEnabled", arity: exactly(1), total: true, meaning: isEnabled }),
] as const;

/** A property by its plain name (dots do not nest), null if the actor has none of that name. */
function property(context: ExpressionContext, name: Value): Value {
  const key = textOf(name);
  return key !== null && Object.hasOwn(context.properties, key)
    ? (context.properties[key] ?? null)
    : null;
}

function isEnabled(context: ExpressionContext, name: Value): boolean {
  const featureKey = textOf(name);
  return featureKey !== null && context.enabled(featureKey);
}
