import type { Change } from "../core/model/change.ts";
import type { State } from "../core/model/state.ts";
import { usedAuditSequences } from "../core/model/used-audit-sequences.ts";

type GatesWritten = Extract<Change, { readonly kind: "gates.written" }>;

/**
 * A shorter form of many changes for a copy: of gates written repeatedly, the difference between
 * the first and the last; of audits, only which sequences are used.
 */
export function copiedChanges(changes: Iterable<Change>, after: State): readonly Change[] {
  const copied: Change[] = [];
  /** The positions in `copied` of gates that were written since anything else changed. */
  const gates = new Map<string, number>();
  const audited = new Set<number>();
  const advanced = new Set<number>();
  for (const change of changes) {
    switch (change.kind) {
      case "audit.recorded":
        audited.add(change.audit.environmentId);
        break;
      case "audits.recorded":
        audited.add(change.audits.environmentId);
        break;
      case "audits.removed":
        audited.add(change.environmentId);
        break;
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
  return [...copied, ...usedAuditSequences(audited, after), ...revisionsOf(advanced, after)];
}

function addGates(copied: Change[], places: Map<string, number>, change: GatesWritten): void {
  const name = `${change.environmentId} ${change.feature.id}`;
  const place = places.get(name);
  const first = place === undefined ? undefined : copied[place];
  if (place !== undefined && first?.kind === "gates.written") {
    copied[place] = { ...change, before: first.before };
  } else {
    places.set(name, copied.length);
    copied.push(change);
  }
}

function revisionsOf(projectIds: Iterable<number>, after: State): readonly Change[] {
  return Array.from(projectIds).flatMap((projectId) => {
    const revision = after.revisions.get(projectId);
    return revision === undefined ? [] : [{ kind: "revision.advanced", projectId, revision }];
  });
}
