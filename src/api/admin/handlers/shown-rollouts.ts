import { isHeld } from "../../../app/requests/request-checks.ts";
import type { RequestCommand } from "../../../core/model/change-request.ts";
import { explained } from "../../../core/model/reason-links.ts";
import { roleAtLeast } from "../../../core/model/role.ts";
import {
  goesOn,
  isActiveRollout,
  type Rollout,
  type RolloutStart,
  type RolloutStep,
} from "../../../core/model/rollout.ts";
import { secondMs } from "../../../core/time-units.ts";
import type { AdminCaller } from "../admin-routes.ts";
import type { RolloutRow } from "../contract/rollout-models.ts";
import { actorRow, type RowMoment } from "./request-rows.ts";

/** A rollout as it is now, and what the reader may do with it. */
export function rolloutRow(moment: RowMoment, rollout: Rollout, reader: AdminCaller): RolloutRow {
  const { state } = moment;
  const environment = state.environments.get(rollout.environmentId);
  const { reason, links } = explained(rollout.reason);
  const { id, environmentId, key, requestId, step, epoch, guards, start, late } = rollout;
  const { nextAt, hold, startedAt, endedAt } = rollout;
  const planned = plannedTimes(rollout);
  return {
    ...{ id, environmentId, key, requestId, reason, links, step, epoch, guards, start, late },
    ...{ nextAt, hold, startedAt, endedAt, state: rollout.state },
    project: state.projects.get(environment?.projectId ?? 0)?.name ?? "",
    environment: environment?.slug ?? "",
    author: actorRow(state, rollout.author),
    steps: rollout.steps.map((each, index) => ({
      ...shownStep(each),
      enteredAt: rollout.enteredAt[index] ?? null,
      plannedAt: planned[index] ?? null,
    })),
    endedBy: rollout.endedBy && actorRow(state, rollout.endedBy),
    can: rightsOf(moment, rollout, reader),
  };
}

/** A step as it is sent. */
export function shownStep({ change, forMs, sample, approval }: RolloutStep) {
  return { change, for: forMs === null ? null : forMs / secondMs, sample, approval };
}

/** The command of a request, as it is sent. */
export function shownCommand(command: RequestCommand) {
  if (command.kind !== "rollout") {
    return command;
  }
  const { kind, key, steps, guards, start, late } = command;
  return {
    ...{ kind, key, steps: steps.map(shownStep), guards, late },
    ...(start.kind === "now" ? {} : { start: shownStart(start) }),
  };
}

function shownStart({ at, local, zone }: Extract<RolloutStart, { kind: "at" }>) {
  return local === null ? { at } : { at: local, zone };
}

/** When each step to come is made at the earliest; null for one that waits for a person. */
function plannedTimes(rollout: Rollout): readonly (number | null)[] {
  const { steps, step, nextAt } = rollout;
  const isTimed = goesOn(rollout) && steps[step]?.approval !== true;
  const next = isTimed ? nextAt : null;
  return [...steps.slice(0, step + 1).map(() => null), ...timesFrom(steps.slice(step + 1), next)];
}

/** When each step is made at the earliest, if the first is made at a time. */
export function timesFrom(
  steps: readonly RolloutStep[],
  first: number | null,
): readonly (number | null)[] {
  let at = first;
  return steps.map(({ forMs, approval }) => {
    const planned = at;
    at = planned === null || approval ? null : planned + (forMs ?? 0);
    return planned;
  });
}

function rightsOf(moment: RowMoment, rollout: Rollout, { token, role }: AdminCaller) {
  const isWriter = token !== null || (role !== null && roleAtLeast(role, "member"));
  const isActive = isWriter && isActiveRollout(rollout);
  const isAuthorGone = isActive && isHeld(moment, rollout);
  const isRunning = isActive && goesOn(rollout);
  return {
    pause: isRunning,
    resume: isActive && !isRunning && !isAuthorGone,
    skip: isRunning && !isAuthorGone,
    stop: isActive,
    adopt: isAuthorGone,
  };
}
