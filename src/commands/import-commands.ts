import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";
import type { Feature } from "../model/feature.ts";
import type { State } from "../model/state.ts";
import { effectiveToggle, findFeature, ownToggle, productionOf } from "../model/state-lookups.ts";
import type { GateChange } from "../toggles/gate-change.ts";
import { diffGates } from "../toggles/gate-diff.ts";
import { closedGates, type Gates } from "../toggles/gates.ts";
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
 * Makes the caller's environment equal to an import, as one change. In Production features that
 * the import lacks are removed from the project; elsewhere they are cleared in that environment
 * alone (DESIGN.md section 3). Throws `parameter_invalid` if the project has no room for all.
 */
export function importFeatures(draft: Draft, caller: Caller, imported: ImportedFeatures): void {
  // No feature is changed twice, so that what was before is all that needs to be known.
  const before = draft.state;
  const { projectId, kind } = caller.environment;
  const isProduction = kind === "production";
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
      auditGateChanges(draft, caller, key, diffGates(closedGates, gates));
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
  const changes = diffGates(effective.gates, gates);
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
  const changes = diffGates(closedGates, gates);
  return changes.length > 0 ? changes : [{ action: "clear" }];
}
