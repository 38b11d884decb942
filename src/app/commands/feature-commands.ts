import { GatehouseError } from "../../core/errors.ts";
import { changeGates, type GateChange } from "../../core/evaluation/gate-change.ts";
import { closedGates, type Gates, groupsPerGateMax } from "../../core/evaluation/gates.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import { differenceOfRemoval } from "../../core/model/difference-of.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { EnvironmentGates } from "../../core/model/gate-difference.ts";
import type { State } from "../../core/model/state.ts";
import {
  effectiveToggle,
  findFeature,
  ownToggle,
  productionOf,
} from "../../core/model/state-lookups.ts";
import { auditGateChange, type WrittenGates } from "./audit-gate-changes.ts";
import { mayPin } from "./may-pin.ts";
import { fieldsOf, ownGatesOfFeature } from "./own-gates.ts";
import { projectLimits, refuseTooManyActors, withinQuotas, withinQuotasInSteps } from "./quotas.ts";
import { recordAudit } from "./record-audit.ts";
import { requireRoleEverywhere } from "./require-valid-caller.ts";
import { type Retires, refuseRetired, retireAfterDeletion } from "./retired-commands.ts";

/**
 * Returns the feature with this key; creates and audits it if the project does not have it. Throws
 * `quota_exceeded`, and `feature_retired` for a retired key.
 */
export function ensureFeature(draft: Draft, caller: Caller, key: string): Feature {
  const { projectId } = caller.environment;
  const known = findFeature(draft.state, projectId, key);
  if (known !== undefined) {
    return known;
  }
  const production = productionOf(draft.state, projectId);
  return withinQuotas(draft, production, () =>
    createFeature(draft, caller, { key, production, gates: closedGates }),
  );
}

export interface NewFeature {
  readonly key: string;
  /** The Production environment of the project. */
  readonly production: Environment;
  /** The gates in Production. */
  readonly gates: Gates;
}

/**
 * Creates and audits a feature, which must be new. Does not check quotas. Throws `feature_retired`.
 */
export function createFeature(
  draft: Draft,
  caller: Caller,
  { key, production, gates }: NewFeature,
): Feature {
  refuseRetired(draft.state, production.projectId, key);
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
  recordAudit(draft, caller, { action: "create", feature, difference: { kind: "created" } });
  return feature;
}

/**
 * Removes a feature from every environment of its project, and retires its key if `retires` or the
 * project says so. Does nothing for an unknown key.
 */
export function removeFeature(
  draft: Draft,
  caller: Caller,
  key: string,
  retires: Retires = undefined,
): void {
  const feature = findFeature(draft.state, caller.environment.projectId, key);
  if (feature !== undefined) {
    requireRoleEverywhere(draft, caller);
    removeKnownFeature(draft, caller, feature, ownGatesOfFeature(draft.state, feature));
    retireAfterDeletion(draft, caller, key, retires);
  }
}

/** `gates` are the gates that environments have of the feature, for its restoration. */
export function removeKnownFeature(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  gates: readonly EnvironmentGates[],
): void {
  const difference = differenceOfRemoval(fieldsOf(feature), gates);
  draft.record({ kind: "feature.removed", feature });
  recordAudit(draft, caller, { action: "remove", feature, difference });
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
 * Production's gates to the environment, even if it changes no value (docs/decisions.md#mirroring),
 * unless the environment is protected from the caller.
 * Throws `quota_exceeded`, and `parameter_invalid` for too many groups.
 */
export function changeFeature(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  change: GateChange,
): Toggle {
  return withinQuotas(draft, caller.environment, () => {
    writeGateChange(draft, caller, feature, { state: draft.state, change });
    return effectiveToggle(draft.state, caller.environment, feature.key);
  });
}

/**
 * The part of `changeFeature` that writes; it checks no quota of bytes, and reads `state`. Returns
 * null, and writes nothing, if the environment has these gates of its own already.
 */
export function writeGateChange(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  { state, change }: { readonly state: State; readonly change: GateChange },
): WrittenGates | null {
  const { gates: before } = effectiveToggle(state, caller.environment, feature.key);
  const own = ownToggle(state, caller.environment, feature.key);
  const after = changeGates(before, change);
  if (after === before && (own !== undefined || !mayPin(draft, caller))) {
    return null;
  }
  refuseTooManyGroups(after);
  refuseTooManyActors(projectLimits(state, feature.projectId), before, after);
  writeGates(draft, caller, feature, own?.gates ?? null, after);
  const pins = own === undefined;
  auditGateChange(draft, caller, feature, { change, before, after, pins });
  return { before, after, pins };
}

/**
 * Applies changes of one feature one after the other, in steps, by the rules of `changeFeature`,
 * and audits each. The gates are written once, so that a long list takes little memory. `prepare`
 * is called before each change, and may refuse it. Throws as `changeFeature` does.
 */
export function* changeFeatureEach(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  { changes, prepare }: ChangeList,
): Generator<void, Toggle> {
  const { environment } = caller;
  const own = ownToggle(draft.state, environment, feature.key)?.gates ?? null;
  const effective = effectiveToggle(draft.state, environment, feature.key).gates;
  let before = effective;
  let pins = own === null;
  const canPin = mayPin(draft, caller);
  const write = function* () {
    for (const [index, change] of changes.entries()) {
      prepare(change, index);
      const after = changeGates(before, change);
      if (after !== before || (pins && canPin)) {
        auditGateChange(draft, caller, feature, { change, before, after, pins });
        pins = false;
      }
      before = after;
      yield;
    }
    refuseTooManyGroups(before);
    refuseTooManyActors(projectLimits(draft.state, feature.projectId), effective, before);
    if (changes.length > 0 && ((own === null && !pins) || before !== effective)) {
      writeGates(draft, caller, feature, own, before);
    }
  };
  yield* withinQuotasInSteps(draft, environment, write());
  return effectiveToggle(draft.state, environment, feature.key);
}

export interface ChangeList {
  readonly changes: readonly GateChange[];
  readonly prepare: (change: GateChange, index: number) => void;
}

/** Throws `parameter_invalid`. */
export function refuseTooManyGroups({ groups }: Gates): void {
  if (groups.length > groupsPerGateMax) {
    throw new GatehouseError("parameter_invalid", {
      message: `A gate can have at most ${groupsPerGateMax} groups`,
    });
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
