import { GatehouseError } from "../../core/errors.ts";
import { sameGates } from "../../core/evaluation/gate-change.ts";
import { closedGates, type Gates, isClosed } from "../../core/evaluation/gates.ts";
import { difference } from "../../core/evaluation/sorted-set.ts";
import type { Caller } from "../../core/model/caller.ts";
import {
  differenceOfDrop,
  differenceOfGates,
  differenceOfRemoval,
} from "../../core/model/difference-of.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Feature } from "../../core/model/feature.ts";
import type { EnvironmentGates, GateDifference } from "../../core/model/gate-difference.ts";
import { type OwnState, ownStateOf } from "../../core/model/own-state.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle, findFeature, productionOf } from "../../core/model/state-lookups.ts";
import { quote } from "../../core/text/quote.ts";
import { refuseTooManyGroups, writeGates } from "./feature-commands.ts";
import type { RemovedFeature } from "./feature-rewind.ts";
import type { GroupPolicy } from "./group-policy.ts";
import { fieldsOf, OwnGatesOnce } from "./own-gates.ts";
import {
  projectLimits,
  refuseTooManyActors,
  refuseTooManyBytes,
  withinQuotasInSteps,
} from "./quotas.ts";
import { recordAudit } from "./record-audit.ts";
import { requireRoleEverywhere } from "./require-valid-caller.ts";
import { freeKey } from "./retired-commands.ts";

/** The effect of a rollback on one feature of the caller's environment. */
export interface FeatureRollback {
  readonly key: string;
  /** The feature now; null if there is none. */
  readonly featureId: number | null;
  readonly now: OwnState;
  readonly then: OwnState;
  /** The fields and gates of the feature at its removal, for a restored feature. */
  readonly removed: RemovedFeature | null;
  /**
   * The gates that do not prevent a removal although they are not closed, by environment: they came
   * with the feature and were not written since.
   */
  readonly unwritten: ReadonlyMap<number, Gates>;
}

export interface Rollback {
  readonly features: readonly FeatureRollback[];
  /** The audit that is undone; undefined if the gates return to a moment. */
  readonly target: number | undefined;
  readonly groupPolicy: GroupPolicy;
}

/**
 * Returns features of the caller's environment to an earlier state, in steps of a feature
 * (docs/decisions.md#undo). Throws `gate_changed` if a feature differs from `now`,
 * `undo_impossible` if it cannot be removed, and `group_not_registered` and `quota_exceeded` as
 * every change.
 */
export function* rollBack(draft: Draft, caller: Caller, rollback: Rollback): Generator<void, void> {
  const before = draft.state;
  const { environment } = caller;
  const ownGates = new OwnGatesOnce(before, environment.projectId);
  const work = rollBackFeatures(draft, caller, rollback, ownGates);
  yield* withinQuotasInSteps(draft, environment, work);
  yield* refuseAboveByteQuotas(before, draft.state);
}

/** Throws `quota_exceeded`: a restored feature restores gates in other environments too. */
export function* refuseAboveByteQuotas(before: State, after: State): Generator<void, void> {
  for (const environment of after.environments.values()) {
    refuseTooManyBytes(
      before,
      environment,
      after.storedBytes.byEnvironment.get(environment.id) ?? 0,
    );
    yield;
  }
}

/** The part of `rollBack` that changes features; it checks no quota of a project. */
export function* rollBackFeatures(
  draft: Draft,
  caller: Caller,
  { features, target, groupPolicy }: Rollback,
  gates: OwnGatesOnce,
): Generator<void, void> {
  // No feature is changed twice, so the state before suffices.
  const before = draft.state;
  const removes = features.some(({ then }) => then.kind === "missing");
  const ownGates = removes ? yield* gates.byKey() : new Map();
  const allowed = new Set<string>();
  for (const each of features) {
    requireUnchanged(before, caller, each);
    yield;
    requireAllowed(before, caller, each, (group) => {
      if (!allowed.has(group)) {
        groupPolicy(draft, caller, group, true);
        allowed.add(group);
      }
    });
    yield;
    rollBackFeature(
      { draft, before, caller, target, ownGates: ownGates.get(each.key) ?? [] },
      each,
    );
    yield;
  }
}

interface Context {
  readonly draft: Draft;
  readonly before: State;
  readonly caller: Caller;
  readonly target: number | undefined;
  readonly ownGates: readonly EnvironmentGates[];
}

function rollBackFeature(context: Context, each: FeatureRollback): void {
  const { draft, before, caller } = context;
  const { key, now, then } = each;
  const feature = findFeature(before, caller.environment.projectId, key);
  if (feature === undefined) {
    restore(context, each);
    return;
  }
  if (then.kind === "missing") {
    removeAgain(context, each, feature);
  } else if (then.kind === "mirrored") {
    if (now.kind === "own") {
      const { id: environmentId } = caller.environment;
      draft.record({ kind: "override.dropped", environmentId, feature });
      audit(context, feature, differenceOfDrop(now.gates));
    }
  } else if (now.kind !== "own") {
    writeGates(draft, caller, feature, null, then.gates);
    audit(context, feature, { kind: "pinned" });
  } else if (!sameGates(now.gates, then.gates)) {
    writeGates(draft, caller, feature, now.gates, then.gates);
    audit(context, feature, differenceOfGates(now.gates, then.gates));
  }
}

/** Creates a feature again and frees its key, with a new id, in every environment that had its own gates. */
function restore(context: Context, { key, then, removed }: FeatureRollback): void {
  const { draft, before, caller } = context;
  if (then.kind === "missing") {
    return;
  }
  if (removed === null) {
    throw new GatehouseError("undo_impossible", {
      message: `The feature ${quote(key)} was removed in another environment: undo its removal there first`,
    });
  }
  requireRoleEverywhere({ state: before, now: draft.now }, caller);
  const { environment } = caller;
  const feature: Feature = {
    ...removed.fields,
    id: draft.nextId("feature"),
    projectId: environment.projectId,
    key,
  };
  freeKey(draft, environment.projectId, key);
  draft.record({ kind: "feature.saved", feature });
  const gates = new Map(
    removed.gates
      .filter(({ environmentId }) => before.environments.has(environmentId))
      .map((each): [number, Gates] => [each.environmentId, each.gates]),
  );
  const production = productionOf(before, environment.projectId);
  gates.set(production.id, gates.get(production.id) ?? closedGates);
  if (then.kind === "own") {
    gates.set(environment.id, then.gates);
  } else {
    gates.delete(environment.id);
  }
  for (const [environmentId, after] of gates) {
    draft.record({ kind: "gates.written", environmentId, feature, before: null, after });
  }
  audit(context, feature, { kind: "created" });
}

function removeAgain(context: Context, each: FeatureRollback, feature: Feature): void {
  const { draft, before, caller, ownGates } = context;
  requireRoleEverywhere({ state: before, now: draft.now }, caller);
  const open = ownGates.find(
    ({ environmentId, gates }) => !isClosed(gates) && each.unwritten.get(environmentId) !== gates,
  );
  if (open !== undefined) {
    const name = before.environments.get(open.environmentId)?.name ?? "";
    throw new GatehouseError("undo_impossible", {
      message:
        `The feature ${quote(feature.key)} did not exist then, and is not removed because its gates ` +
        `in ${quote(name)} are not closed: clear them first`,
    });
  }
  draft.record({ kind: "feature.removed", feature });
  audit(context, feature, differenceOfRemoval(fieldsOf(feature), ownGates));
}

function audit(
  { draft, caller, target }: Context,
  feature: Feature,
  gateDifference: GateDifference,
): void {
  recordAudit(draft, caller, { action: "rollback", feature, difference: gateDifference, target });
}

function requireUnchanged(state: State, { environment }: Caller, each: FeatureRollback): void {
  const current = ownStateOf(state, environment, each.key);
  const isSame =
    current.kind === each.now.kind &&
    (current.kind !== "own" || each.now.kind !== "own" || current.gates === each.now.gates) &&
    (findFeature(state, environment.projectId, each.key)?.id ?? null) === each.featureId;
  if (!isSame) {
    throw new GatehouseError("gate_changed");
  }
}

/** Throws the refusal that a client would get for the same gates. */
function requireAllowed(
  state: State,
  { environment }: Caller,
  { key, featureId, then }: FeatureRollback,
  requireGroup: (group: string) => void,
): void {
  if (then.kind !== "own") {
    return;
  }
  const gates = featureId === null ? closedGates : effectiveToggle(state, environment, key).gates;
  refuseTooManyGroups(then.gates);
  refuseTooManyActors(projectLimits(state, environment.projectId), gates, then.gates);
  for (const group of difference(then.gates.groups, gates.groups)) {
    requireGroup(group);
  }
}
