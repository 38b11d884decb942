import { contains } from "../../core/evaluation/sorted-set.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { effectiveToggle } from "../../core/model/state-lookups.ts";
import { requireTypedIfNoticed } from "../commands/confirmation.ts";
import type { GroupPolicy } from "../commands/group-policy.ts";
import { changeMembers, type MemberChange } from "../commands/member-changes.ts";
import { existingFeature } from "./change-checks.ts";

/** How many members a change really added and removed: some were already there, or missing. */
export interface ChangedMembers {
  readonly toggle: Toggle;
  readonly added: number;
  readonly removed: number;
}

interface MemberChecks {
  readonly groupPolicy: GroupPolicy;
  readonly allowsAnyGroup: boolean;
  readonly typed: string | undefined;
}

/** Changes several actors or groups of a feature, in steps. Rejects as `FeatureService.changeMembers`. */
export function* changeCheckedMembers(
  draft: Draft,
  caller: Caller,
  key: string,
  change: MemberChange,
  { groupPolicy, allowsAnyGroup, typed }: MemberChecks,
): Generator<void, ChangedMembers> {
  const feature = existingFeature(draft, caller, key);
  const { gates: before } = effectiveToggle(draft.state, caller.environment, key);
  if (change.gate === "groups") {
    for (const group of change.add) {
      groupPolicy(draft, caller, group, allowsAnyGroup);
    }
  }
  const toggle = yield* changeMembers(draft, caller, feature, change);
  requireTypedIfNoticed(caller, key, typed, { before, after: toggle.gates, now: draft.now });
  const known = before[change.gate];
  const added = new Set(change.add.filter((member) => !contains(known, member))).size;
  const removed = known.length + added - toggle.gates[change.gate].length;
  return { toggle, added, removed };
}
