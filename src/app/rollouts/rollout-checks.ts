import { GatehouseError } from "../../core/errors.ts";
import { memoizePerObject } from "../../core/memo/memoize-per-object.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { RequestCommand } from "../../core/model/change-request.ts";
import { ChangeRequestRequired } from "../../core/model/change-request-required.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { gatesHash } from "../../core/model/request-base.ts";
import {
  activeRolloutBytesMax,
  activeRolloutsMax,
  goesOn,
  type Rollout,
  type RolloutPlan,
  rolloutBytesMax,
  rolloutGuardsMax,
  rolloutStepsMax,
} from "../../core/model/rollout.ts";
import type { State } from "../../core/model/state.ts";
import { ownToggle } from "../../core/model/state-lookups.ts";
import {
  isOutcomeName,
  outcomeNameRule,
  outcomeNamesMax,
  watchedPairsMax,
} from "../../core/outcomes/outcome-name.ts";
import { watchedOutcomes } from "../../core/outcomes/watched-outcomes.ts";
import { quote } from "../../core/text/quote.ts";
import { dayMs } from "../../core/time-units.ts";

/** The active rollout of the caller's environment. Throws `rollout_not_found` and `rollout_ended`. */
export function openedRollout(
  { state }: Pick<Draft, "state">,
  { environment }: Pick<Caller, "environment">,
  id: number,
): Rollout {
  const rollout = state.rollouts.get(id);
  if (rollout === undefined && id <= state.lastIds.rollout) {
    throw new GatehouseError("rollout_ended");
  }
  if (rollout?.environmentId !== environment.id) {
    throw new GatehouseError("rollout_not_found");
  }
  return rollout;
}

/** As `openedRollout`, for one that makes its steps by itself. Throws `rollout_not_running`. */
export function runningRollout(draft: Draft, caller: Caller, id: number): Rollout {
  const rollout = openedRollout(draft, caller, id);
  if (!goesOn(rollout)) {
    throw new GatehouseError("rollout_not_running");
  }
  return rollout;
}

/** The active rollout of a feature in an environment, of which there is one at most. */
export function activeRolloutOf(
  { rollouts }: Pick<State, "rollouts">,
  environmentId: number,
  key: string,
): Rollout | undefined {
  return rolloutIndex(rollouts).get(environmentId)?.get(key);
}

const rolloutIndex = memoizePerObject((rollouts: State["rollouts"]) => {
  const byEnvironment = new Map<number, Map<string, Rollout>>();
  for (const rollout of rollouts.values()) {
    const byKey = byEnvironment.get(rollout.environmentId) ?? new Map<string, Rollout>();
    byEnvironment.set(rollout.environmentId, byKey.set(rollout.key, rollout));
  }
  return byEnvironment;
});

/** The ids of the active rollouts of a feature, in all environments. */
export function rolloutsOfFeature(
  { rollouts }: Pick<State, "rollouts">,
  featureId: number,
): readonly number[] {
  return idsByFeature(rollouts).get(featureId) ?? [];
}

const idsByFeature = memoizePerObject((rollouts: State["rollouts"]) => {
  const byFeature = new Map<number, number[]>();
  for (const { featureId, id } of rollouts.values()) {
    byFeature.set(featureId, [...(byFeature.get(featureId) ?? []), id]);
  }
  return byFeature;
});

/** Whether the gates are those that the rollout left. */
export function isUnchanged(state: State, rollout: Rollout): boolean {
  const { environmentId, key, writtenSha256 } = rollout;
  const environment = state.environments.get(environmentId);
  return environment !== undefined && writtenHash(state, environment, key) === writtenSha256;
}

/** SHA-256 of the own gates of a feature, as `Rollout.writtenSha256`. */
export function writtenHash(state: State, environment: Environment, key: string): string {
  const own = ownToggle(state, environment, key);
  return own === undefined ? "" : gatesHash(own.gates);
}

/** Throws `change_request_required` for the command in a protected environment without a request. */
export function requireRequest(draft: Draft, environment: Environment, command: RequestCommand) {
  const { id, projectId, name } = environment;
  if (draft.before.policies.has(id) && draft.permitOf(id)?.kind !== "request") {
    const project = draft.before.projects.get(projectId)?.name ?? "";
    throw new ChangeRequestRequired(
      { environment, project },
      [command],
      `${quote(name)} is protected: this rollout needs an approved change request`,
    );
  }
}

const longestStepMs = 366 * dayMs;

/** Throws `rollout_too_large` and `parameter_invalid`. */
export function requirePlan({ steps, guards }: RolloutPlan): void {
  if (steps.length > rolloutStepsMax || guards.length > rolloutGuardsMax) {
    throw new GatehouseError("rollout_too_large");
  }
  if (steps.length === 0) {
    throw new GatehouseError("parameter_invalid", { message: "A rollout has at least one step" });
  }
  if (new Set(guards.map(({ name }) => name)).size < guards.length) {
    throw new GatehouseError("parameter_invalid", { message: "Guards must have different names" });
  }
  if (!guards.every(({ name }) => isOutcomeName(name))) {
    throw new GatehouseError("parameter_invalid", {
      message: `The name of a guard must be ${outcomeNameRule}`,
    });
  }
  if (steps.some(({ forMs }) => forMs !== null && !(forMs >= 0 && forMs <= longestStepMs))) {
    throw new GatehouseError("parameter_invalid", {
      message: "A step can last at most 366 days",
    });
  }
}

/** Throws `rollout_limit` if the guards of the environment would watch too much. */
export function requireWatchable(
  state: Pick<State, "rollouts">,
  { id }: Environment,
  { guards }: Pick<RolloutPlan, "guards">,
): void {
  const watched = watchedOutcomes(state, id);
  const pairs = watched.reduce((sum, { keys }) => sum + keys.length, guards.length);
  const names = new Set([...watched, ...guards].map(({ name }) => name));
  if (names.size > outcomeNamesMax || pairs > watchedPairsMax) {
    throw new GatehouseError("rollout_limit", {
      message: `The guards of an environment can watch at most ${outcomeNamesMax} names, and ${watchedPairsMax} pairs of name and feature`,
    });
  }
}

/** Throws `rollout_running` and `rollout_limit`. */
export function requireFree(
  { rollouts }: Pick<State, "rollouts">,
  { id }: Environment,
  key: string,
): void {
  if (activeRolloutOf({ rollouts }, id, key) !== undefined) {
    throw new GatehouseError("rollout_running", {
      message: `${quote(key)} has a rollout in this environment already`,
    });
  }
  if (rollouts.count(({ environmentId }) => environmentId === id) >= activeRolloutsMax) {
    throw new GatehouseError("rollout_limit");
  }
}

/** Throws `rollout_too_large`, and `rollout_limit` if all active rollouts would be too large. */
export function requireRolloutSize({ rollouts }: Pick<State, "rollouts">, rollout: Rollout): void {
  const size = sizeOf(rollout);
  if (size > rolloutBytesMax) {
    throw new GatehouseError("rollout_too_large", {
      message: `The steps and the gates before them can have at most ${rolloutBytesMax} characters`,
    });
  }
  const others = rollouts
    .valueSeq()
    .filter(({ environmentId, id }) => environmentId === rollout.environmentId && id !== rollout.id)
    .reduce((sum, other) => sum + sizeOf(other), 0);
  if (others + size > activeRolloutBytesMax) {
    throw new GatehouseError("rollout_limit");
  }
}

/** The length of what is large in a rollout. */
const sizeOf = memoizePerObject(
  ({ steps, beforeGates, previousGates }: Rollout): number =>
    JSON.stringify([steps, beforeGates, previousGates]).length,
);
