import { GatehouseError } from "../../core/errors.ts";
import { exactFeatureKey } from "../../core/evaluation/feature-key.ts";
import { type Gates, listedGates } from "../../core/evaluation/gates.ts";
import { parseExpression } from "../../core/expressions/expression.ts";
import { actorIdProperty } from "../../core/peers/actor-ids.ts";
import type { PeerFeature, PeerImport } from "../../core/peers/peer-import.ts";
import { roundedPercentage } from "../../core/percentages/percentage.ts";
import type { PercentageGate } from "../../core/percentages/rounded-percentages.ts";
import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";
import { quote } from "../../core/text/quote.ts";
import { ofFeature } from "./import-document.ts";
import { importInvalid } from "./import-invalid.ts";
import { noImportRules, readImportedGates } from "./imported-gates.ts";
import { ImportedPercentages } from "./imported-percentages.ts";
import { JsonTokens } from "./json-tokens.ts";

const gateNames: ReadonlySet<string> = new Set([
  ...["boolean", "expression", "groups", "actors"],
  ...["percentage_of_actors", "percentage_of_time"],
]);
const percentageGates: readonly PercentageGate[] = ["percentage_of_actors", "percentage_of_time"];

const countsEachActor =
  "its percentage of actors is an expression, which counts each actor of a check by itself";

/** Whether a document has the shape of `Flipper.export.contents`. */
export function isFlipperExport(document: unknown): document is JsonObject {
  const features = isJsonObject(document) ? document.features : undefined;
  return (
    isJsonObject(features) &&
    Object.values(features).every(
      (feature) =>
        isJsonObject(feature) &&
        !Object.hasOwn(feature, "defaultValue") &&
        !Object.hasOwn(feature, "rules"),
    )
  );
}

/** Whether a feature of an export uses a gate that Gatehouse does not have. */
export function usesOtherGates(document: JsonObject): boolean {
  const features = isJsonObject(document.features) ? Object.values(document.features) : [];
  return features.some((feature) => isJsonObject(feature) && otherGateOf(feature) !== undefined);
}

/**
 * Reads an export of Flipper in steps of a feature, as `readImport` does, but leaves out the features
 * that use gates which Gatehouse does not have, and stores percentages with decimals as expressions.
 * Throws import_invalid.
 */
export function* flipperImport(document: unknown): Generator<void, PeerImport> {
  if (!isFlipperExport(document)) {
    throw importInvalid("it needs an object named features");
  }
  const sent = isJsonObject(document.features) ? Object.entries(document.features) : [];
  const features: PeerFeature[] = [];
  for (const [key, gates] of sent) {
    try {
      features.push(imported(exactFeatureKey(key), isJsonObject(gates) ? gates : {}));
    } catch (error) {
      throw error instanceof GatehouseError
        ? importInvalid(ofFeature(key, error.message), error)
        : error;
    }
    yield;
  }
  return { peer: "Flipper", format: "export, version 1", features, notes: [] };
}

function imported(key: string, sent: JsonObject): PeerFeature {
  const common = { peerKey: key, key, notes: [], description: null, tags: [] };
  const other = otherGateOf(sent);
  if (other !== undefined) {
    const reasons = [`it uses the gate ${quote(other)}, which Gatehouse does not have`];
    return { ...common, class: "dropped", reasons, gates: null };
  }
  const decimals = percentageGates.filter((gate) => roundedPercentage(sent[gate]) !== undefined);
  const whole = decimals.map((gate) => [gate, Math.floor(Number(sent[gate]))] as const);
  const gates = gatesOf(key, { ...sent, ...Object.fromEntries(whole) });
  if (decimals.length === 0) {
    return { ...common, class: "exact", reasons: [], gates: listedGates(gates) };
  }
  if (gates.expression !== null) {
    const reasons = whole.map(
      ([gate, percentage]) => `${gate} ${String(sent[gate])} becomes ${percentage}`,
    );
    return { ...common, class: "narrower", reasons, gates: listedGates(gates) };
  }
  const expression = parseExpression(expressionOf(decimals, sent));
  const alone = {
    ...gates,
    expression,
    ...(decimals.includes("percentage_of_actors") ? { percentageOfActors: 0 } : {}),
    ...(decimals.includes("percentage_of_time") ? { percentageOfTime: 0 } : {}),
  };
  const notes = decimals.includes("percentage_of_actors") ? [countsEachActor] : [];
  return { ...common, class: "exact", reasons: [], notes, gates: listedGates(alone) };
}

function otherGateOf(gates: JsonObject): string | undefined {
  return Object.entries(gates).find(
    ([name, value]) => !(gateNames.has(name) || isEmpty(value)),
  )?.[0];
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null ? Object.keys(value).length === 0 : !value;
}

/**
 * The percentages with decimals. They leave their gates: `percentage_of_time` leaves its gate, because
 * both would draw independently; `percentage_of_actors`, because its gate has one bucket for all
 * actors of a check, and the expression one for each.
 */
function expressionOf(decimals: readonly PercentageGate[], sent: JsonObject): object {
  const conditions = decimals.map((gate) => {
    const percentage = Number(sent[gate]);
    const id = { String: [{ Property: [actorIdProperty] }] };
    return gate === "percentage_of_actors"
      ? { All: [{ NotEqual: [id, ""] }, { PercentageOfActors: [id, percentage] }] }
      : { LessThan: [{ Random: [] }, percentage / 100] };
  });
  const [first, second] = conditions;
  return first !== undefined && second === undefined ? first : { Any: conditions };
}

function gatesOf(key: string, sent: JsonObject): Gates {
  const tokens = new JsonTokens();
  tokens.push(JSON.stringify(sent));
  tokens.complete();
  const percentages = new ImportedPercentages(undefined);
  const steps = readImportedGates(tokens, noImportRules, (gate, value, word) =>
    percentages.read(key, gate, value, word),
  );
  let step = steps.next();
  while (step.done !== true) {
    step = steps.next();
  }
  percentages.complete();
  return step.value;
}
