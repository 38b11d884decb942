import { GatehouseError } from "../errors.ts";
import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";
import type { Environment } from "../model/environment.ts";
import { type Feature, featuresPerProjectMax } from "../model/feature.ts";
import { effectiveToggle, findFeature, ownToggle, productionOf } from "../model/state-lookups.ts";
import { changeGates, type GateChange } from "../toggles/gate-change.ts";
import { actorsPerGateMax, closedGates, type Gates, groupsPerGateMax } from "../toggles/gates.ts";
import type { Toggle } from "../toggles/toggle.ts";
import { recordAudit } from "./record-audit.ts";

/** Returns the feature with this key; creates and audits it if the project does not have it. */
export function ensureFeature(draft: Draft, caller: Caller, key: string): Feature {
  const { projectId } = caller.environment;
  const known = findFeature(draft.state, projectId, key);
  if (known !== undefined) {
    return known;
  }
  checkFeatureCount((draft.state.features.get(projectId)?.size ?? 0) + 1);
  const production = productionOf(draft.state, projectId);
  return createFeature(draft, caller, { key, production, gates: closedGates });
}

/** Throws `parameter_invalid` if a project may not have this number of features. */
export function checkFeatureCount(featureCount: number): void {
  if (featureCount > featuresPerProjectMax) {
    throw new GatehouseError(
      "parameter_invalid",
      `A project can have at most ${featuresPerProjectMax} features`,
    );
  }
}

export interface NewFeature {
  readonly key: string;
  /** The Production environment of the project. */
  readonly production: Environment;
  /** The gates in Production. */
  readonly gates: Gates;
}

/** Creates and audits a feature. The caller has checked that it is new and that there is room. */
export function createFeature(
  draft: Draft,
  caller: Caller,
  { key, production, gates }: NewFeature,
): Feature {
  const feature: Feature = {
    id: draft.nextId("feature"),
    projectId: production.projectId,
    key,
    createdAt: draft.now,
    creatorId: caller.userId,
    description: null,
    longevity: null,
    tags: [],
    ownerId: null,
  };
  draft.record({ kind: "feature.saved", feature });
  draft.record({
    kind: "gates.written",
    environmentId: production.id,
    feature,
    before: null,
    after: gates,
  });
  recordAudit(draft, caller, { action: "create", featureKey: key });
  return feature;
}

/** Removes a feature from every environment of its project; does nothing for an unknown key. */
export function removeFeature(draft: Draft, caller: Caller, key: string): void {
  const feature = findFeature(draft.state, caller.environment.projectId, key);
  if (feature !== undefined) {
    removeKnownFeature(draft, caller, feature);
  }
}

export function removeKnownFeature(draft: Draft, caller: Caller, feature: Feature): void {
  draft.record({ kind: "feature.removed", feature });
  recordAudit(draft, caller, { action: "remove", featureKey: feature.key });
}

/** Sets every gate to its default; does nothing for an unknown key. */
export function clearFeature(draft: Draft, caller: Caller, key: string): void {
  const feature = findFeature(draft.state, caller.environment.projectId, key);
  if (feature !== undefined) {
    changeFeature(draft, caller, feature, { action: "clear" });
  }
}

/**
 * Changes one gate in the caller's environment. The first write outside Production copies
 * Production's gates to the environment, also if it changes no value (docs/decisions.md#mirroring).
 */
export function changeFeature(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  change: GateChange,
): Toggle {
  const effective = effectiveToggle(draft.state, caller.environment, feature.key);
  const own = ownToggle(draft.state, caller.environment, feature.key);
  const after = changeGates(effective.gates, change);
  if (own !== undefined && after === effective.gates) {
    return effective;
  }
  checkGateSizes(after);
  writeGates(draft, caller, feature, own?.gates ?? null, after);
  auditGateChange(draft, caller, feature.key, change);
  return effectiveToggle(draft.state, caller.environment, feature.key);
}

function checkGateSizes(gates: Gates): void {
  if (gates.actors.length > actorsPerGateMax || gates.groups.length > groupsPerGateMax) {
    throw new GatehouseError(
      "parameter_invalid",
      `A gate can have at most ${actorsPerGateMax} actors or ${groupsPerGateMax} groups`,
    );
  }
}

export function writeGates(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  before: Gates | null,
  after: Gates,
): void {
  draft.record({
    kind: "gates.written",
    environmentId: caller.environment.id,
    feature,
    before,
    after,
  });
}

export function auditGateChange(
  draft: Draft,
  caller: Caller,
  key: string,
  change: GateChange,
): void {
  recordAudit(draft, caller, {
    action: change.action,
    featureKey: key,
    value: auditValue(change),
  });
}

function auditValue(change: GateChange): string | null {
  if (!("value" in change)) {
    return null;
  }
  return typeof change.value === "object" ? JSON.stringify(change.value) : String(change.value);
}
