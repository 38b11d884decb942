import type { Caller } from "../access/caller.ts";
import { GatehouseError } from "../errors.ts";
import type { Draft } from "../writer/draft.ts";

/** Decides, within a command, whether a group may be enabled; throws `group_not_registered`. */
export type GroupPolicy = (draft: Draft, caller: Caller, group: string) => void;

/** Mountable: only the groups that the host registered (DESIGN.md section 6). */
export function registeredGroups(names: ReadonlySet<string>): GroupPolicy {
  return (_draft, _caller, group) => {
    if (!names.has(group)) {
      throw new GatehouseError("group_not_registered");
    }
  };
}
