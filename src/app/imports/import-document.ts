import { GatehouseError } from "../../core/errors.ts";
import { exactFeatureKey, featureKeyLengthMax } from "../../core/evaluation/feature-key.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import type { ImportedFeatures } from "../commands/import-commands.ts";
import { importInvalid } from "./import-invalid.ts";
import { type ImportSteps, nextToken } from "./import-steps.ts";
import { type ImportRules, readImportedGates } from "./imported-gates.ts";
import { ImportedPercentages } from "./imported-percentages.ts";
import type { JsonTokens } from "./json-tokens.ts";

/**
 * Reads an export, version 1 (docs/api.md#import-and-export). Members other than `features` are
 * only checked for valid JSON. The last of several equal members counts, as with `JSON.parse`.
 * Throws import_invalid (code 6) at the first content that cannot be imported.
 */
export function* readImportDocument(
  tokens: JsonTokens,
  rules: ImportRules,
): ImportSteps<ImportedFeatures> {
  const features = yield* readExport(tokens, rules);
  yield* nextToken(tokens);
  return features;
}

/** Reads an export inside a document; its first token is the next one. */
export function* readExport(tokens: JsonTokens, rules: ImportRules): ImportSteps<ImportedFeatures> {
  let features: ImportedFeatures | undefined;
  if ((yield* nextToken(tokens)) === "object") {
    while ((yield* nextToken(tokens)) === "key") {
      if (tokens.key === "features") {
        features = yield* readFeatures(tokens, rules);
      } else {
        yield* skipValue(tokens);
      }
    }
  }
  if (features === undefined) {
    throw importInvalid("it needs an object named features");
  }
  return features;
}

function* readFeatures(tokens: JsonTokens, rules: ImportRules): ImportSteps<ImportedFeatures> {
  if ((yield* nextToken(tokens)) !== "object") {
    throw importInvalid("it needs an object named features");
  }
  const features = new Map<string, Gates>();
  const percentages = new ImportedPercentages(rules.onPercentagesRounded);
  while ((yield* nextToken(tokens)) === "key") {
    const name = tokens.key;
    if (features.size === rules.featuresMax && !features.has(name)) {
      throw importInvalid(`it holds more than ${rules.featuresMax} features`);
    }
    let gates: Gates;
    try {
      exactFeatureKey(name);
      gates = yield* readImportedGates(tokens, rules, (gate, value, word) =>
        percentages.read(name, gate, value, word),
      );
    } catch (error) {
      throw error instanceof GatehouseError
        ? importInvalid(ofFeature(name, error.message), error)
        : error;
    }
    features.set(name, gates);
    rules.addFeature(name, gates);
  }
  percentages.complete();
  return features;
}

/** Names the feature in the reason of a refusal. */
export function ofFeature(name: string, reason: string): string {
  return `feature ${JSON.stringify(name.slice(0, featureKeyLengthMax))}: ${reason}`;
}

/** Reads a value without storing it, however large it is. */
export function* skipValue(tokens: JsonTokens): ImportSteps<void> {
  let depth = 0;
  do {
    const token = yield* nextToken(tokens, false);
    if (token === "object" || token === "array") {
      depth++;
    } else if (token === "object_end" || token === "array_end") {
      depth--;
    }
  } while (depth > 0);
}
