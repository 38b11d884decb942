import type { Change } from "../core/model/change.ts";
import type { State } from "../core/model/state.ts";
import { withoutAudits } from "../core/model/without-audits.ts";

type GatesWritten = Extract<Change, { readonly kind: "gates.written" }>;

/**
 * A shorter form of many changes for a copy: of gates written repeatedly, the difference between
 * the first and the last; of audits, only which sequences are used.
 */
export function copiedChanges(changes: Iterable<Change>, after: State): readonly Change[] {
  const copied: Change[] = [];
  /** The indexes in `copied` of gates that were written since anything else changed. */
  const gates = new Map<string, number>();
  const advanced = new Set<number>();
  for (const change of withoutAudits(changes, after)) {
    switch (change.kind) {
      case "revision.advanced":
        advanced.add(change.projectId);
        break;
      case "gates.written":
        addGates(copied, gates, change);
        break;
      default:
        gates.clear();
        copied.push(change);
    }
  }
  return [...copied, ...revisionsOf(advanced, after)];
}

function addGates(copied: Change[], indexes: Map<string, number>, change: GatesWritten): void {
  const name = `${change.environmentId} ${change.feature.id}`;
  const index = indexes.get(name);
  const first = index === undefined ? undefined : copied[index];
  if (index !== undefined && first?.kind === "gates.written") {
    copied[index] = { ...change, before: first.before };
  } else {
    indexes.set(name, copied.length);
    copied.push(change);
  }
}

function revisionsOf(projectIds: Iterable<number>, after: State): readonly Change[] {
  return Array.from(projectIds).flatMap((projectId) => {
    const revision = after.revisions.get(projectId);
    return revision === undefined ? [] : [{ kind: "revision.advanced", projectId, revision }];
  });
}
