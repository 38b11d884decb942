import { GatehouseError } from "../../core/errors.ts";
import type { Gates } from "../../core/evaluation/gates.ts";
import { changedSet } from "../../core/evaluation/sorted-set.ts";
import type { Toggle } from "../../core/evaluation/toggle.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Feature } from "../../core/model/feature.ts";
import { effectiveToggle, ownToggle } from "../../core/model/state-lookups.ts";
import { auditWrittenGates } from "./audit-gate-changes.ts";
import { refuseTooManyGroups, writeGates } from "./feature-commands.ts";
import { mayPin } from "./may-pin.ts";
import { projectLimits, refuseTooManyActors, withinQuotasInSteps } from "./quotas.ts";

/** How many members one change may add, and how many it may remove. */
export const changedMembersMax = 10_000;

/** Members to add to one gate and to remove from it; a member in both lists is added. */
export interface MemberChange {
  readonly gate: "actors" | "groups";
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/**
 * Changes several members of a gate at once, by the rules of `changeFeature`; the caller has checked
 * the members. Audits only members that changed. Throws `parameter_invalid` for too many members.
 */
export function* changeMembers(
  draft: Draft,
  caller: Caller,
  feature: Feature,
  { gate, add, remove }: MemberChange,
): Generator<void, Toggle> {
  if (Math.max(add.length, remove.length) > changedMembersMax) {
    throw new GatehouseError("parameter_invalid", {
      message: `One change can add and remove at most ${changedMembersMax} ${gate}`,
    });
  }
  const effective = effectiveToggle(draft.state, caller.environment, feature.key).gates;
  const own = ownToggle(draft.state, caller.environment, feature.key);
  const set = changedSet(effective[gate], add, remove);
  const after: Gates = set === effective[gate] ? effective : { ...effective, [gate]: set };
  const pins = own === undefined && mayPin(draft, caller);
  if (add.length + remove.length > 0 && (pins || after !== effective)) {
    refuseTooManyGroups(after);
    refuseTooManyActors(projectLimits(draft.state, feature.projectId), effective, after);
    const write = function* () {
      writeGates(draft, caller, feature, own?.gates ?? null, after);
      const written = { before: effective, after, pins: own === undefined };
      yield* auditWrittenGates(draft, caller, feature, written);
    };
    yield* withinQuotasInSteps(draft, caller.environment, write());
  }
  return effectiveToggle(draft.state, caller.environment, feature.key);
}
