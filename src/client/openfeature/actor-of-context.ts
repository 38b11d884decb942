import type { EvaluationContext } from "@openfeature/core";
import type { ClientActor } from "../client-types.ts";

/**
 * The actor of an evaluation context (docs/client.md#openfeature). The targeting key is its id, the
 * list `groups` its groups, and the rest its properties. Undefined without a targeting key.
 */
export function actorOfContext(context: EvaluationContext): ClientActor | undefined {
  const { targetingKey, groups, ...rest } = context;
  if (targetingKey === undefined || targetingKey === "") {
    return undefined;
  }
  return {
    flipperId: targetingKey,
    groups: Array.isArray(groups) ? groups.filter((group) => typeof group === "string") : [],
    properties: Object.fromEntries(
      Object.entries(rest).map(([name, value]) => [
        name,
        // As in JSON, the form that a server would get.
        value instanceof Date ? value.toJSON() : value,
      ]),
    ),
  };
}
