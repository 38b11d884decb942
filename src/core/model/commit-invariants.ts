import { InvariantError } from "../invariant-error.ts";
import { AuditCounts } from "./audit-counts.ts";
import type { Change } from "./change.ts";
import type { State } from "./state.ts";

/** A commit of this process, and the states around it. */
export interface CheckedCommit {
  readonly changes: readonly Change[];
  readonly before: State;
  readonly after: State;
  /** The position of the commit before. */
  readonly position: number;
}

/**
 * Throws an `InvariantError` if a commit of this process cannot follow the state that the process
 * has. Takes time for each change, and not for the size of the state.
 */
export function requireFollowing(
  { changes, before, after, position }: CheckedCommit,
  latest: State,
  newPosition: number,
): void {
  if (before !== latest) {
    throw new InvariantError("commits are based on the latest state: another one was committed");
  }
  requireRisen(position, newPosition);
  for (const change of changes) {
    if (
      change.kind === "revision.advanced" &&
      change.revision < (before.revisions.get(change.projectId) ?? 0)
    ) {
      throw new InvariantError(
        `revisions never fall: project ${change.projectId} got an older one`,
      );
    }
  }
  requireAllAudits(changes, before, after);
}

/** Throws an `InvariantError` unless a position is above the one before. */
export function requireRisen(before: number, position: number): void {
  if (!(position > before)) {
    throw new InvariantError(`positions rise: ${position} follows ${before}`);
  }
}

function requireAllAudits(changes: readonly Change[], before: State, after: State): void {
  const counts = new AuditCounts();
  const environments = changes.flatMap((change) => {
    counts.add(change);
    return change.kind === "audit.recorded" ? change.audit.environmentId : [];
  });
  const expected = counts.applyTo(before);
  for (const id of environments) {
    // An environment that is deleted in the same commit has no audits any more.
    if (
      after.environments.has(id) &&
      after.auditSequences.get(id) !== expected.auditSequences.get(id)
    ) {
      throw new InvariantError(`audits have no gap: environment ${id} has another number of them`);
    }
  }
}
