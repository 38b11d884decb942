import { applyChange } from "../../core/model/apply-change.ts";
import type { Change } from "../../core/model/change.ts";
import type { State } from "../../core/model/state.ts";

const microsecondsPerMs = 1_000;

/** The new revisions: as changes, and as the state after them. */
export interface RevisionUpdate {
  readonly state: State;
  readonly changes: readonly Change[];
}

/**
 * Advances the revision of every project that a commit created, or whose features or gates it
 * changed. Revisions are microseconds since the epoch, so that they rise even after an older backup
 * is restored. If the clock does not advance or steps back, they rise by one
 * (docs/decisions.md#revisions).
 */
export function advanceRevisions(
  before: State,
  after: State,
  changes: readonly Change[],
  nowMs: number,
): RevisionUpdate {
  const advanced = [...changedProjects(before, changes)].map((projectId): Change => {
    const next = (before.revisions.get(projectId) ?? 0) + 1;
    const revision = Math.max(next, nowMs * microsecondsPerMs);
    return { kind: "revision.advanced", projectId, revision };
  });
  return { state: advanced.reduce(applyChange, after), changes: advanced };
}

/**
 * Advances the revision of every project to the current time. Done at each start, as the data can
 * be from a backup. Clients ignore lists whose revision is not above the last one they received.
 */
export function advanceRevisionsAtStart(state: State, nowMs: number): RevisionUpdate {
  const revision = nowMs * microsecondsPerMs;
  const changes = [...state.projects.keys()]
    .filter((projectId) => (state.revisions.get(projectId) ?? 0) < revision)
    .map((projectId): Change => ({ kind: "revision.advanced", projectId, revision }));
  return { state: changes.reduce(applyChange, state), changes };
}

function changedProjects(before: State, changes: readonly Change[]): ReadonlySet<number> {
  const projects = new Set<number>();
  for (const change of changes) {
    switch (change.kind) {
      // A new project gets a revision at once; without one its revision would be 0.
      case "project.saved":
        if (!before.projects.has(change.project.id)) {
          projects.add(change.project.id);
        }
        break;
      case "feature.saved":
      case "feature.removed":
      case "gates.written":
      case "override.dropped":
        projects.add(change.feature.projectId);
        break;
      default:
        break;
    }
  }
  return projects;
}
