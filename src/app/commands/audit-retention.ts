import type { RecordedAudit } from "../../core/model/audit.ts";
import { believedTime } from "../../core/model/clock-mark.ts";
import type { Draft } from "../../core/model/draft.ts";
import { limitsOf } from "../../core/model/plan.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import type { State } from "../../core/model/state.ts";
import { dayMs } from "../../core/time-units.ts";

/** An environment's oldest audits, oldest first: at most as many as may be removed at once. */
export interface OldestAudits {
  readonly environmentId: number;
  readonly audits: readonly Pick<RecordedAudit, "sequence" | "createdAt">[];
}

/** The environments with a limited retention of audits. */
export function environmentsWithRetention(state: State): readonly number[] {
  return [...state.environments.keys()].filter((id) => auditRetentionDays(state, id) !== null);
}

/** Removes the oldest audits that exceed the plan's retention, if there are any. */
export function removeOldAudits(draft: Draft, oldest: OldestAudits): void {
  const through = lastOldAudit(draft.state, oldest, draft.now);
  if (through !== undefined) {
    draft.record({ kind: "audits.removed", environmentId: oldest.environmentId, through });
  }
}

/**
 * The sequence of the last audit to remove. Only the start of the history is removed, up to the
 * first audit to retain. An audit dated in the future was recorded while the clock was ahead. It is
 * removed together with an old audit that was recorded after it, and retained otherwise.
 */
export function lastOldAudit(
  state: State,
  { environmentId, audits }: OldestAudits,
  now: number,
): number | undefined {
  const days = auditRetentionDays(state, environmentId);
  if (days === null || state.clockMark === null) {
    return undefined;
  }
  const keptFrom = believedTime(state.clockMark, now) - days * dayMs;
  let last: number | undefined;
  for (const { sequence, createdAt } of audits) {
    if (createdAt < keptFrom) {
      last = sequence;
    } else if (createdAt <= now) {
      return last;
    }
  }
  return last;
}

/** Null if audits are retained forever, and for a deleted environment. */
function auditRetentionDays(state: State, environmentId: number): number | null {
  const projectId = state.environments.get(environmentId)?.projectId;
  if (projectId === undefined) {
    return null;
  }
  const { plan, planOverrides } = organizationOf(state, projectId);
  return limitsOf(plan, planOverrides).auditRetentionDays;
}
