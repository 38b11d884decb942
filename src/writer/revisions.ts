import { applyChange } from "../model/apply-change.ts";
import type { Change } from "../model/change.ts";
import type { State } from "../model/state.ts";

const microsecondsPerMs = 1_000;

export interface RevisionUpdate {
  readonly state: State;
  readonly changes: readonly Change[];
}

/**
 * Gives every project that a commit made, or whose features or gates it changed, its next revision. Revisions are
 * microseconds since the epoch, so that they go on rising even after an older backup was restored;
 * a clock that stands or steps back only makes them count up by one.
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
 * Gives every project a revision of now, as a process does that starts: the data may be older than
 * what clients have seen, and a client takes nothing whose revision it is past.
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
      // A project that is new has a version from the start: zero would be below what clients saw.
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
