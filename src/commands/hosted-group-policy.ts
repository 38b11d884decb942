import { GatehouseError } from "../errors.ts";
import type { GroupPolicy } from "./group-policy.ts";

export const registeredGroupsMax = 1_000;

/**
 * Hosted, every group may be enabled and is added to the project's registry, up to 1,000; a strict
 * project knows only those that are registered (DESIGN.md section 6). What the request allows does
 * not count: public clients allow unregistered groups with every write (WIRE.md B.1), so a registry
 * that heeded it would stay empty, and strictness would mean nothing.
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
