import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import { registeredGroupsMax } from "./hosted-group-policy.ts";

/**
 * Registers a group; returns false if it is already registered. Throws `group_not_registered` if
 * the project has the most groups it can have.
 */
export function addGroup(draft: Draft, projectId: number, name: string): boolean {
  const registered = draft.state.groups.get(projectId);
  if (registered?.has(name) === true) {
    return false;
  }
  if ((registered?.size ?? 0) >= registeredGroupsMax) {
    throw new GatehouseError("group_not_registered", {
      message: `A project can register at most ${registeredGroupsMax} groups`,
    });
  }
  draft.record({ kind: "group.added", projectId, name });
  return true;
}

/** Returns false if the group is not registered. Gates keep the group. */
export function removeGroup(draft: Draft, projectId: number, name: string): boolean {
  if (draft.state.groups.get(projectId)?.has(name) !== true) {
    return false;
  }
  draft.record({ kind: "group.removed", projectId, name });
  return true;
}
