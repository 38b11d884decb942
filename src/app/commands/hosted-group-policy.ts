import { GatehouseError } from "../../core/errors.ts";
import type { GroupPolicy } from "./group-policy.ts";

export const registeredGroupsMax = 1_000;

/**
 * Allows every group and registers it, up to 1,000 in a project; a strict project allows registered
 * groups only. Ignores `allow_unregistered_groups`, which public clients send with every group
 * write, so that a strict project would refuse nothing (docs/decisions.md#groups).
 */
export const hostedGroupPolicy: GroupPolicy = (draft, { environment }, name) => {
  const { projectId } = environment;
  const registered = draft.state.groups.get(projectId);
  if (registered?.has(name) === true) {
    return;
  }
  const isStrict = draft.state.projects.get(projectId)?.isStrictAboutGroups === true;
  if (isStrict || (registered?.size ?? 0) >= registeredGroupsMax) {
    throw new GatehouseError("group_not_registered");
  }
  draft.record({ kind: "group.added", projectId, name });
};
