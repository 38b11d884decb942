import type { HistoryAudit } from "../../../core/model/audit.ts";
import type { GateDifference as KeptDifference } from "../../../core/model/gate-difference.ts";
import { explained } from "../../../core/model/reason-links.ts";
import type { State } from "../../../core/model/state.ts";
import type { AuditRow } from "../contract/audit-models.ts";

/** The names of people and tokens by `User:1` and `Token:2`. */
export function actorNames({ users, tokens }: State): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { id, name } of users.values()) {
    names.set(`User:${id}`, name);
  }
  for (const { id, name } of tokens.values()) {
    names.set(`Token:${id}`, name);
  }
  return names;
}

/** An audit in the form of the timeline. */
export function auditRow(audit: HistoryAudit, names: ReadonlyMap<string, string>): AuditRow {
  const { actor, difference } = audit;
  const known = difference === "large" ? null : difference;
  return {
    id: audit.sequence,
    step: audit.step,
    at: audit.createdAt,
    action: audit.action,
    featureKey: audit.featureKey,
    value: audit.value,
    actor: { ...actor, name: names.get(`${actor.type}:${actor.id}`) ?? null },
    before: known === null ? null : valueBefore(known),
    removed: known === null ? null : removedMembers(known),
    cannotUndo: cannotUndo(difference),
    isOfGates: isOfGates(audit),
    undoes: audit.target,
    ...explained(audit.reason),
  };
}

function isOfGates({ action, difference }: HistoryAudit): boolean {
  if (difference === null || difference === "large") {
    // A large difference was not read.
    return difference === "large" && action !== "remove" && action !== "mirror";
  }
  return ["none", "flipped", "percentage", "expression", "changed"].includes(difference.kind);
}

function cannotUndo(difference: HistoryAudit["difference"]): AuditRow["cannotUndo"] {
  if (difference === null) {
    return "no_record";
  }
  return difference !== "large" && difference.kind === "too_large" ? "too_large" : null;
}

/** The earlier value of the gate, in the form of an audit's value. */
function valueBefore(difference: KeptDifference): string | null {
  switch (difference.kind) {
    case "percentage":
      return String(difference.before);
    case "expression":
      return difference.before === null ? null : JSON.stringify(difference.before);
    default:
      return null;
  }
}

/** The members that a reset removed: the difference adds them again. */
function removedMembers(difference: KeptDifference): AuditRow["removed"] {
  if (difference.kind !== "changed") {
    return null;
  }
  const { actors, groups } = difference.patch;
  const counts = { actors: actors?.added.length ?? 0, groups: groups?.added.length ?? 0 };
  return counts.actors + counts.groups === 0 ? null : counts;
}
