import type { ErrorCode, EvaluationContext, ResolutionDetails } from "@openfeature/core";
import { evaluationOf } from "../../core/evaluation/evaluation.ts";
import type { Client } from "../client-types.ts";
import { actorOfContext } from "./actor-of-context.ts";

/** Evaluates a feature in the form of OpenFeature's SDKs (docs/client.md#openfeature). */
export function resolveBoolean(
  client: Client,
  flagKey: string,
  defaultValue: boolean,
  context: EvaluationContext,
): ResolutionDetails<boolean> {
  const checked = client.check(flagKey, actorOfContext(context));
  if (checked === undefined) {
    return unresolved(client, flagKey, defaultValue);
  }
  const evaluation = evaluationOf(checked.gates, checked.gate, checked.hasActors);
  if (evaluation.lacksActor) {
    const message = `The feature ${flagKey} needs an actor: the context has no targetingKey`;
    return failed(defaultValue, "TARGETING_KEY_MISSING", message);
  }
  const { enabled: value, variant, reason, gate } = evaluation;
  return { value, variant, reason, flagMetadata: gate === null ? {} : { gate } };
}

/** Every feature is a boolean, so no other type has a value. */
export function resolveOther<Value>(
  client: Client,
  flagKey: string,
  defaultValue: Value,
): ResolutionDetails<Value> {
  return client.features().some(({ key }) => key === flagKey)
    ? failed(defaultValue, "TYPE_MISMATCH", `The feature ${flagKey} is a boolean`)
    : unresolved(client, flagKey, defaultValue);
}

function unresolved<Value>(client: Client, flagKey: string, defaultValue: Value) {
  return client.status().source === "none"
    ? failed(defaultValue, "PROVIDER_NOT_READY", "There is no list of features yet")
    : failed(defaultValue, "FLAG_NOT_FOUND", `There is no feature ${flagKey}`);
}

function failed<Value>(
  value: Value,
  errorCode: `${ErrorCode}`,
  errorMessage: string,
): ResolutionDetails<Value> {
  return { value, reason: "ERROR", errorCode: errorCode as ErrorCode, errorMessage };
}
