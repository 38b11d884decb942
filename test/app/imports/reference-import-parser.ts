import type { ImportedFeatures } from "../../../src/app/commands/import-commands.ts";
import { GatehouseError } from "../../../src/core/errors.ts";
import { exactFeatureKey } from "../../../src/core/evaluation/feature-key.ts";
import {
  actorIdLengthMax,
  type Gates,
  groupNameLengthMax,
  groupsPerGateMax,
} from "../../../src/core/evaluation/gates.ts";
import { type SortedSet, sortedSet } from "../../../src/core/evaluation/sorted-set.ts";
import { parseExpression } from "../../../src/core/expressions/expression.ts";
import { planLimitBounds } from "../../../src/core/model/plan.ts";
import { parsePercentage } from "../../../src/core/percentages/percentage.ts";
import { isJsonObject } from "../../../src/core/text/json-object.ts";
import { isLongerThan } from "../../../src/core/text/text-length.ts";
import { parseJson } from "../../../src/http/request/json-document.ts";

/** More than any quota allows; the quotas themselves are checked where the features are known. */
const featuresMax = planLimitBounds.featuresPerProjectMax.maximum;
const actorsMax = planLimitBounds.actorsPerGateMax.maximum;

/**
 * Parses a whole JSON text. Refuses unpaired surrogates also in members that a later equal member
 * replaces, which a parsed document lacks.
 */
export function parseWholeJson(text: string): unknown {
  const document = parseJson(text);
  for (const [string] of text.matchAll(/"(?:[^"\\]|\\.)*"/g)) {
    parseJson(string);
  }
  return document;
}

/**
 * Parses the document of an import as a whole, as version 0.1.0 did: the streamed reading must give
 * the same features. Unknown gates are ignored here.
 */
export function parseWholeImport(document: unknown): ImportedFeatures {
  const features = isJsonObject(document) ? document.features : undefined;
  if (!isJsonObject(features)) {
    throw new GatehouseError("import_invalid", {
      message: "Import invalid: it needs an object named features",
    });
  }
  const entries = Object.entries(features);
  if (entries.length > featuresMax) {
    throw new GatehouseError("import_invalid", {
      message: `Import invalid: it holds more than ${featuresMax} features`,
    });
  }
  return new Map(entries.map(([key, gates]) => parseFeature(key, gates)));
}

function parseFeature(key: string, document: unknown): [string, Gates] {
  try {
    return [exactFeatureKey(key), parseGates(document)];
  } catch (error) {
    if (error instanceof GatehouseError) {
      const name = JSON.stringify(key.slice(0, 255));
      throw new GatehouseError("import_invalid", {
        message: `Import invalid: feature ${name}: ${error.message}`,
        cause: error,
      });
    }
    throw error;
  }
}

function parseGates(document: unknown): Gates {
  if (!isJsonObject(document)) {
    throw invalid("its gates are not an object");
  }
  return {
    boolean: parseBoolean(document.boolean ?? null),
    expression: parseOptionalExpression(document.expression ?? null),
    groups: parseSet("groups", document.groups ?? [], groupsPerGateMax, groupNameLengthMax),
    actors: parseSet("actors", document.actors ?? [], actorsMax, actorIdLengthMax),
    percentageOfActors: parsePercentage(document.percentage_of_actors ?? 0),
    percentageOfTime: parsePercentage(document.percentage_of_time ?? 0),
  };
}

function parseBoolean(value: unknown): boolean {
  if (value === true || value === "true") {
    return true;
  }
  if (value === null || value === false || value === "false") {
    return false;
  }
  throw invalid('its boolean gate is not null, true, false, "true" or "false"');
}

function parseOptionalExpression(value: unknown): Gates["expression"] {
  const isEmpty = value === null || (isJsonObject(value) && Object.keys(value).length === 0);
  return isEmpty ? null : parseExpression(value);
}

function parseSet(gate: string, value: unknown, sizeMax: number, lengthMax: number): SortedSet {
  if (!Array.isArray(value) || value.length > sizeMax) {
    throw invalid(`its ${gate} are not a list of at most ${sizeMax} values`);
  }
  return sortedSet(
    value.map((item: unknown) => {
      const text = typeof item === "number" ? String(item) : item;
      if (typeof text !== "string" || text === "" || isLongerThan(text, lengthMax)) {
        throw invalid(`its ${gate} must be texts of 1 to ${lengthMax} characters`);
      }
      if (!text.isWellFormed()) {
        throw invalid(`its ${gate} hold invalid Unicode`);
      }
      return text;
    }),
  );
}

/** An error in one feature; `parseFeature` adds the name. */
function invalid(reason: string): GatehouseError {
  return new GatehouseError("import_invalid", { message: reason });
}
