import { GatehouseError } from "../errors.ts";
import { parseExpression } from "../expressions/expression.ts";
import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";
import {
  effectiveToggle,
  findFeature,
  ownToggle,
  productionOf,
} from "../model/effective-toggle.ts";
import { type Feature, featuresPerProjectMax } from "../model/feature.ts";
import type { State } from "../model/state.ts";
import { parsePercentage } from "../percentages/percentage.ts";
import { isLongerThan } from "../text/characters.ts";
import { isJsonObject } from "../text/json-object.ts";
import { exactFeatureKey } from "../toggles/feature-key.ts";
import type { GateChange } from "../toggles/gate-change.ts";
import { gateChanges } from "../toggles/gate-diff.ts";
import {
  actorIdLengthMax,
  actorsPerGateMax,
  closedGates,
  type Gates,
  groupNameLengthMax,
  groupsPerGateMax,
} from "../toggles/gates.ts";
import { type SortedSet, sortedSet } from "../toggles/sorted-set.ts";
import {
  auditGateChange,
  createFeature,
  refuseOverfullProject,
  removeKnownFeature,
  writeGates,
} from "./feature-commands.ts";

/** What an import asks for: the gates of each feature it names. */
export type ImportedFeatures = ReadonlyMap<string, Gates>;

/**
 * Reads an export, version 1 (WIRE.md B.5). Gates that are missing are at their defaults, gates
 * that are unknown are passed over; anything else that cannot be used refuses the whole (code 6).
 */
export function parseImport(document: unknown): ImportedFeatures {
  const features = isJsonObject(document) ? document.features : undefined;
  if (!isJsonObject(features)) {
    throw new GatehouseError("import_invalid", "Import invalid: it needs an object named features");
  }
  const entries = Object.entries(features);
  if (entries.length > featuresPerProjectMax) {
    throw new GatehouseError(
      "import_invalid",
      `Import invalid: it holds more than ${featuresPerProjectMax} features`,
    );
  }
  return new Map(entries.map(([key, gates]) => parseFeature(key, gates)));
}

function parseFeature(key: string, document: unknown): [string, Gates] {
  try {
    return [exactFeatureKey(key), parseGates(document)];
  } catch (error) {
    if (error instanceof GatehouseError) {
      const name = JSON.stringify(key.slice(0, 255));
      throw new GatehouseError(
        "import_invalid",
        `Import invalid: feature ${name}: ${error.message}`,
        { cause: error },
      );
    }
    throw error;
  }
}

function parseGates(document: unknown): Gates {
  if (!isJsonObject(document)) {
    throw problem("its gates are no object");
  }
  return {
    boolean: parseBoolean(document.boolean ?? null),
    expression: parseOptionalExpression(document.expression ?? null),
    groups: parseSet("groups", document.groups ?? [], groupsPerGateMax, groupNameLengthMax),
    actors: parseSet("actors", document.actors ?? [], actorsPerGateMax, actorIdLengthMax),
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
  throw problem('its boolean gate is neither null nor "true"');
}

function parseOptionalExpression(value: unknown): Gates["expression"] {
  const isEmpty = value === null || (isJsonObject(value) && Object.keys(value).length === 0);
  return isEmpty ? null : parseExpression(value);
}

function parseSet(gate: string, value: unknown, sizeMax: number, lengthMax: number): SortedSet {
  if (!Array.isArray(value) || value.length > sizeMax) {
    throw problem(`its ${gate} are no list of at most ${sizeMax} values`);
  }
  return sortedSet(
    value.map((item: unknown) => {
      const text = typeof item === "number" ? String(item) : item;
      if (typeof text !== "string" || text === "" || isLongerThan(text, lengthMax)) {
        throw problem(`its ${gate} hold something other than 1 to ${lengthMax} characters`);
      }
      if (!text.isWellFormed()) {
        throw problem(`its ${gate} hold invalid Unicode`);
      }
      return text;
    }),
  );
}

/**
 * Makes the caller's environment equal to an import, as one change. In Production features that
 * the import lacks are removed from the project; elsewhere they are cleared in that environment
 * alone (DESIGN.md section 3). Throws `parameter_invalid` if the project has no room for all.
 */
export function importFeatures(draft: Draft, caller: Caller, imported: ImportedFeatures): void {
  // No feature is changed twice, so that what was before is all that needs to be known.
  const before = draft.state;
  const { projectId, state } = caller.environment;
  const isProduction = state === "production";
  const production = productionOf(before, projectId);
  const present = [...(before.features.get(projectId)?.values() ?? [])];
  const lacking = present.filter(({ key }) => !imported.has(key));
  refuseOverfullProject(imported.size + (isProduction ? 0 : lacking.length));
  for (const feature of lacking) {
    if (isProduction) {
      removeKnownFeature(draft, caller, feature);
    } else {
      replaceGates(draft, caller, { before, feature, gates: closedGates });
    }
  }
  for (const [key, gates] of imported) {
    const feature = findFeature(before, projectId, key);
    if (feature !== undefined) {
      replaceGates(draft, caller, { before, feature, gates });
    } else if (isProduction) {
      createFeature(draft, caller, { key, production, gates });
      auditGateChanges(draft, caller, key, gateChanges(closedGates, gates));
    } else {
      const created = createFeature(draft, caller, { key, production, gates: closedGates });
      pinGates(draft, caller, created, gates);
    }
  }
}

interface Replacement {
  readonly before: State;
  readonly feature: Feature;
  readonly gates: Gates;
}

function replaceGates(draft: Draft, caller: Caller, { before, feature, gates }: Replacement): void {
  const own = ownToggle(before, caller.environment, feature.key);
  const effective = own ?? effectiveToggle(before, caller.environment, feature.key);
  const changes = gateChanges(effective.gates, gates);
  if (changes.length === 0 && own !== undefined) {
    return;
  }
  writeGates(draft, caller, feature, own?.gates ?? null, gates);
  auditGateChanges(
    draft,
    caller,
    feature.key,
    changes.length > 0 ? changes : pinningChanges(gates),
  );
}

/** The override of a feature that is new, whose gates are closed in Production. */
function pinGates(draft: Draft, caller: Caller, feature: Feature, gates: Gates): void {
  writeGates(draft, caller, feature, null, gates);
  auditGateChanges(draft, caller, feature.key, pinningChanges(gates));
}

function auditGateChanges(
  draft: Draft,
  caller: Caller,
  key: string,
  changes: readonly GateChange[],
): void {
  for (const change of changes) {
    auditGateChange(draft, caller, key, change);
  }
}

/** What an override that repeats Production's gates is audited as: the values it pins. */
function pinningChanges(gates: Gates): readonly GateChange[] {
  const changes = gateChanges(closedGates, gates);
  return changes.length > 0 ? changes : [{ action: "clear" }];
}

/** What is wrong with one feature; its name is put before it where it is known. */
function problem(reason: string): GatehouseError {
  return new GatehouseError("import_invalid", reason);
}
