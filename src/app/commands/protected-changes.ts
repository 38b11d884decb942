import { isClosed } from "../../core/evaluation/gates.ts";
import type { Change } from "../../core/model/change.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { State } from "../../core/model/state.ts";
import { isWeaker } from "../../core/model/weaker-policy.ts";

/** A change that needs a permit, by its protected environment. */
export type ProtectedChanges = ReadonlyMap<number, readonly Change[]>;

/**
 * The changes of a command that need permits. Creating a feature with closed gates needs none.
 * Features that mirror Production change with it: a policy protects own gates.
 */
export function protectedChanges({ before, changes }: Pick<Draft, "before" | "changes">) {
  const found = new Map<number, Change[]>();
  if (before.policies.isEmpty()) {
    return found;
  }
  for (const change of changes) {
    for (const environmentId of protectedBy(before, change)) {
      const others = found.get(environmentId);
      if (others === undefined) {
        found.set(environmentId, [change]);
      } else {
        others.push(change);
      }
    }
  }
  return found;
}

function protectedBy(before: State, change: Change): readonly number[] {
  const { policies } = before;
  switch (change.kind) {
    case "gates.written": {
      const { environmentId, feature, after } = change;
      const isNew = feature.id > before.lastIds.feature;
      return policies.has(environmentId) && !(isNew && isClosed(after)) ? [environmentId] : [];
    }
    case "override.dropped":
    case "environment.deleted":
      return policies.has(change.environmentId) ? [change.environmentId] : [];
    case "feature.removed":
      return protectedEnvironments(before, change.feature.projectId);
    case "policy.saved": {
      const { environmentId, rules } = change.policy;
      const known = policies.get(environmentId);
      return known !== undefined && isWeaker(known.rules, rules) ? [environmentId] : [];
    }
    case "policy.removed":
      return policies.has(change.environmentId) ? [change.environmentId] : [];
    default:
      return [];
  }
}

/** The environments of a project that have a policy. */
export function protectedEnvironments(
  { policies, environments }: State,
  projectId: number,
): readonly number[] {
  return [...policies.keys()].filter((id) => environments.get(id)?.projectId === projectId);
}

/** Throws an error, which is a fault of the program, unless each protected environment permits. */
export function requirePermits(draft: Draft): void {
  for (const environmentId of protectedChanges(draft).keys()) {
    if (draft.permitOf(environmentId) === undefined) {
      throw new Error(
        `A command changes the protected environment ${environmentId} without a permit`,
      );
    }
  }
}
