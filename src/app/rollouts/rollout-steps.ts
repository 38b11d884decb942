import { listedGates } from "../../core/evaluation/gates.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import type { KeptGates, Rollout, RolloutStep } from "../../core/model/rollout.ts";
import type { State } from "../../core/model/state.ts";
import { effectiveToggle, findFeature, ownToggle } from "../../core/model/state-lookups.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { replaceGates } from "../commands/import-commands.ts";
import { mirrorFeature } from "../commands/mirror-commands.ts";
import { callerOfAuthor } from "../requests/request-author.ts";
import { gatesOf, runFeatureCommand } from "../requests/run-feature-command.ts";
import { requireRolloutSize, writtenHash } from "./rollout-checks.ts";
import { saveRollout, stopped, type TransitionBy } from "./rollout-saves.ts";

/**
 * Makes the next step of a rollout as its author, and ends it after a last step that waits for
 * nothing. Throws as the change of the step.
 */
export function* makeStep(
  draft: Draft,
  rollout: Rollout,
  groupPolicy: GroupPolicy,
  by: TransitionBy,
): Generator<void, Rollout> {
  const step = rollout.step + 1;
  const planned = stepOf(rollout, step);
  const environment = environmentOfRollout(draft.state, rollout);
  const { key } = rollout;
  const kept = keptGates(draft.state, environment, key);
  permit(draft, rollout);
  const caller = callerOfAuthor(draft.state, environment, {
    ...rollout,
    reason: reasonOf(rollout, step),
  });
  yield* runFeatureCommand(draft, caller, { ...planned.change, key }, groupPolicy);
  const state = yield* draft.applyInSteps();
  const entered: Rollout = {
    ...rollout,
    ...{ state: "running", step, hold: null, remainingMs: null },
    enteredAt: rollout.steps.map((_, index) =>
      index === step ? draft.now : index > step ? null : (rollout.enteredAt[index] ?? null),
    ),
    nextAt: draft.now + (planned.forMs ?? 0),
    beforeGates: rollout.beforeGates ?? kept,
    previousGates: kept,
    writtenSha256: writtenHash(state, environment, key),
  };
  requireRolloutSize(state, entered);
  const saved = saveRollout(draft, entered, "rollout.stepped", by, { change: planned.change.kind });
  return isLastStep(saved) && !waits(planned) ? stopped(draft, saved, "done", { by }) : saved;
}

/** Makes the next step, or ends a rollout after its last one. */
export function* goOn(
  draft: Draft,
  rollout: Rollout,
  groupPolicy: GroupPolicy,
  by: TransitionBy,
): Generator<void, Rollout> {
  return isLastStep(rollout)
    ? stopped(draft, rollout, "done", { by })
    : yield* makeStep(draft, rollout, groupPolicy, by);
}

export function isLastStep({ step, steps }: Rollout): boolean {
  return step === steps.length - 1;
}

function waits({ forMs, sample, approval }: RolloutStep): boolean {
  return forMs !== null || sample !== null || approval;
}

/** Returns the gates to those that were kept. No quota refuses it, as they were there before. */
export function* restoreGates(
  draft: Draft,
  rollout: Rollout,
  { isOwn, gates }: KeptGates,
): Generator<void, void> {
  const before = draft.state;
  const environment = environmentOfRollout(before, rollout);
  const feature = findFeature(before, environment.projectId, rollout.key);
  if (feature === undefined) {
    return;
  }
  permit(draft, rollout);
  const caller = callerOfAuthor(before, environment, {
    ...rollout,
    reason: `Rollout ${rollout.id} stops`,
  });
  if (isOwn) {
    yield* replaceGates(draft, caller, { before, feature, gates: gatesOf(gates) });
  } else {
    mirrorFeature(draft, caller, feature);
  }
}

/** One approval covers all steps, and what stops them. */
function permit(draft: Draft, { id, environmentId }: Rollout): void {
  if (draft.permitOf(environmentId) === undefined) {
    draft.permit(environmentId, { kind: "rollout", rolloutId: id });
  }
}

function keptGates(state: State, environment: Environment, key: string): KeptGates {
  return {
    isOwn: ownToggle(state, environment, key) !== undefined,
    gates: listedGates(effectiveToggle(state, environment, key).gates),
  };
}

/** The reason in the audits of a step. */
function reasonOf({ id, steps, reason }: Rollout, step: number): string {
  const named = `Rollout ${id}, step ${step + 1} of ${steps.length}`;
  return reason === null ? named : `${named}: ${reason}`;
}

function stepOf({ id, steps }: Rollout, index: number): RolloutStep {
  const step = steps[index];
  if (step === undefined) {
    throw new Error(`Rollout ${id} has no step ${index}`);
  }
  return step;
}

export function environmentOfRollout(
  { environments }: State,
  { id, environmentId }: Rollout,
): Environment {
  const environment = environments.get(environmentId);
  if (environment === undefined) {
    throw new Error(`Rollout ${id} has no environment`);
  }
  return environment;
}
