import { GatehouseError } from "../errors.ts";
import type { Draft } from "../model/draft.ts";
import { registeredGroupsMax } from "./hosted-group-policy.ts";

/** Registers a group; false if it was registered before. Throws when the registry is full. */
export function addGroup(draft: Draft, projectId: number, name: string): boolean {
  const registered = draft.state.groups.get(projectId);
  if (registered?.has(name) === true) {
    return false;
  }
  if ((registered?.size ?? 0) >= registeredGroupsMax) {
    throw new GatehouseError(
      "group_not_registered",
      `A project registers at most ${registeredGroupsMax} groups`,
    );
  }
  draft.record({ kind: "group.added", projectId, name });
  return true;
}

/** False if it was not registered. Gates that name the group go on naming it. */
export function removeGroup(draft: Draft, projectId: number, name: string): boolean {
  if (draft.state.groups.get(projectId)?.has(name) !== true) {
    return false;
  }
  draft.record({ kind: "group.removed", projectId, name });
  return true;
}
