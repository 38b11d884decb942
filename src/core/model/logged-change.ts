import { closedGates } from "../evaluation/gates.ts";
import { applyChange } from "./apply-change.ts";
import { patchedGates } from "./apply-gate-patch.ts";
import type { Audit, AuditGroup } from "./audit.ts";
import { AuditCounts } from "./audit-counts.ts";
import type { Change } from "./change.ts";
import { patchBetween } from "./difference-of.ts";
import type { GatePatch, SetDifference } from "./gate-difference.ts";
import type { State } from "./state.ts";
import { findFeature } from "./state-lookups.ts";

/** The format of `LoggedChange`. A reader refuses a log in a format that it does not know. */
export const logFormat = 1;

/**
 * The oldest format that `loggedChange` can write: the format of the last release. Servers that
 * share a database write what all of them read.
 */
export const logFormatOldest = 1;

type ReducedKind = "audit.recorded" | "audits.recorded" | "gates.written";

/**
 * A change as JSON for processes that have the state before it: only the difference of gates, and
 * audits without what undoes them and without reasons, which are not in the state. Comments have no
 * texts here: the log would keep them long after a person deleted them.
 */
export type LoggedChange =
  | Exclude<Change, { readonly kind: ReducedKind }>
  | { readonly kind: "audit.recorded"; readonly audit: Omit<Audit, "undo" | "reason"> }
  | { readonly kind: "audits.recorded"; readonly audits: Omit<AuditGroup, "undo" | "reason"> }
  | {
      readonly kind: "gates.patched";
      readonly environmentId: number;
      readonly projectId: number;
      readonly key: string;
      /** Whether the environment had no own gates before; then closed gates are patched. */
      readonly isNew: boolean;
      readonly patch: GatePatch;
    };

type GatesPatched = Extract<LoggedChange, { readonly kind: "gates.patched" }>;

export function loggedChange(change: Change): LoggedChange {
  switch (change.kind) {
    case "gates.written": {
      const { environmentId, feature, before, after } = change;
      return {
        kind: "gates.patched",
        environmentId,
        projectId: feature.projectId,
        key: feature.key,
        isNew: before === null,
        patch: patchBetween(before ?? closedGates, after),
      };
    }
    case "audit.recorded": {
      // Each field by its name: copying the rest of an object takes several times as long.
      const { environmentId, actor, action, featureKey, value, createdAt } = change.audit;
      const audit = { environmentId, actor, action, featureKey, value, createdAt };
      return { kind: change.kind, audit };
    }
    case "audits.recorded": {
      const { undo: _undo, reason: _reason, ...audits } = change.audits;
      return { kind: change.kind, audits };
    }
    case "comment.saved":
      return { kind: change.kind, comment: { ...change.comment, text: "" } };
    case "comment.edited":
      return { ...change, text: "" };
    default:
      return change;
  }
}

const smallValueLengthMax = 256;

/** Whether a logged change surely has only some hundred characters, as most have. */
export function isSmallLogged(logged: LoggedChange): boolean {
  switch (logged.kind) {
    case "gates.patched": {
      const { expression = null, actors, groups } = logged.patch;
      return expression === null && isSmallSet(actors) && isSmallSet(groups);
    }
    case "audit.recorded":
      return (logged.audit.value?.length ?? 0) <= smallValueLengthMax;
    case "revision.advanced":
      return true;
    default:
      return false;
  }
}

function isSmallSet(set: SetDifference | undefined): boolean {
  return set === undefined || set.added.length + set.removed.length <= 1;
}

/** A state after logged changes, and the changes. */
export interface ReplayedChanges {
  readonly state: State;
  readonly changes: readonly Change[];
}

/** Applies logged changes to the state on which they are based, in steps. Throws for another state. */
export function* replayLoggedChanges(
  before: State,
  logged: readonly LoggedChange[],
): Generator<void, ReplayedChanges> {
  const changes: Change[] = [];
  const audits = new AuditCounts();
  let state = before;
  for (const each of logged) {
    const change = each.kind === "gates.patched" ? gatesWritten(state, each) : each;
    changes.push(change);
    if (!audits.add(change)) {
      // A gate write neither reads nor changes the counts. Before any other change they are applied.
      state = change.kind === "gates.written" ? state : audits.applyTo(state);
      state = applyChange(state, change);
    }
    yield;
  }
  return { state: audits.applyTo(state), changes };
}

function gatesWritten(
  state: State,
  { environmentId, projectId, key, isNew, patch }: GatesPatched,
): Change {
  const feature = findFeature(state, projectId, key);
  const before = state.toggles.get(environmentId)?.get(key)?.gates ?? null;
  if (feature === undefined || (before === null) !== isNew) {
    throw new Error(`The log changes gates of ${key} that the state before it does not have`);
  }
  const after = patchedGates(before ?? closedGates, patch);
  return { kind: "gates.written", environmentId, feature, before, after };
}
