import { GatehouseError } from "../../core/errors.ts";
import { changeGates, type GateChange } from "../../core/evaluation/gate-change.ts";
import { closedGates, isClosed } from "../../core/evaluation/gates.ts";
import { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { type RetiredKey, retiredKeysMax } from "../../core/model/retired-key.ts";
import type { State } from "../../core/model/state.ts";
import { findFeature } from "../../core/model/state-lookups.ts";
import { quote } from "../../core/text/quote.ts";

export function findRetired(state: State, projectId: number, key: string): RetiredKey | undefined {
  return state.retiredKeys.get(projectId)?.get(key);
}

/** Whether a deletion keeps the key retired; undefined for what the project chose. */
export type Retires = boolean | undefined;

/**
 * Retires the key of a feature that the same draft deleted. The project's choice never refuses a
 * deletion; a caller who asks gets `quota_exceeded` above the limit.
 */
export function retireAfterDeletion(
  draft: Draft,
  caller: Caller,
  key: string,
  retires: Retires,
): void {
  const { projectId } = caller.environment;
  const isChosen = draft.state.retiringProjects.has(projectId) && !isFull(draft.state, projectId);
  if (retires ?? isChosen) {
    retireKey(draft, caller, key);
  }
}

/** Retires a key without a feature. Throws `feature_exists` and `quota_exceeded`. */
export function retireKey(draft: Draft, caller: Caller, key: string): void {
  const { projectId } = caller.environment;
  const { state } = draft;
  if (findFeature(state, projectId, key) !== undefined) {
    throw new GatehouseError("feature_exists", {
      message: `There is a feature ${quote(key)}: delete it, and keep its key retired`,
    });
  }
  if (findRetired(state, projectId, key) !== undefined) {
    return;
  }
  if (isFull(state, projectId)) {
    throw new GatehouseError("quota_exceeded", {
      message: `A project can have at most ${retiredKeysMax} retired keys; free some first`,
    });
  }
  const { actor, reason = null } = caller;
  draft.record({
    kind: "key.retired",
    retired: { projectId, key, retiredAt: draft.now, actor, reason },
  });
}

/** Returns false if the key is not retired. */
export function freeKey(draft: Draft, projectId: number, key: string): boolean {
  const isRetired = findRetired(draft.state, projectId, key) !== undefined;
  if (isRetired) {
    draft.record({ kind: "key.freed", projectId, key });
  }
  return isRetired;
}

/** Chooses whether deletions retire the key unless they say otherwise. */
export function setRetiresKeys(draft: Draft, projectId: number, isOn: boolean): void {
  if (draft.state.retiringProjects.has(projectId) !== isOn) {
    draft.record({ kind: "project.retires_keys", projectId, isOn });
  }
}

/**
 * The closed feature that a write to a retired key is answered with: an old application that
 * creates and disables its features at each start goes on. Null for any other key. Throws
 * `feature_retired` if the changes would enable something.
 */
export function retiredToggle(
  state: State,
  { environment }: Caller,
  key: string,
  changes: readonly GateChange[] = [],
): Toggle | null {
  if (findRetired(state, environment.projectId, key) === undefined) {
    return null;
  }
  if (!isClosed(changes.reduce(changeGates, closedGates))) {
    throw refusalOfRetired(key);
  }
  return new Toggle(key, closedGates);
}

/** Throws `feature_retired`. */
export function refuseRetired(state: State, projectId: number, key: string): void {
  if (findRetired(state, projectId, key) !== undefined) {
    throw refusalOfRetired(key);
  }
}

function refusalOfRetired(key: string): GatehouseError {
  return new GatehouseError("feature_retired", {
    message: `The feature ${quote(key)} was deleted and its key is retired: nothing may use it until it is freed`,
  });
}

function isFull(state: State, projectId: number): boolean {
  return (state.retiredKeys.get(projectId)?.size ?? 0) >= retiredKeysMax;
}
