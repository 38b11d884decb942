import { GatehouseError } from "../errors.ts";
import type { Caller } from "../model/caller.ts";
import type { Draft } from "../model/draft.ts";

/**
 * Decides, within a command, whether a group may be enabled; throws `group_not_registered`.
 * `allowsUnregistered` is what the request says with `allow_unregistered_groups`.
 */
export type GroupPolicy = (
  draft: Draft,
  caller: Caller,
  group: string,
  allowsUnregistered: boolean,
) => void;

/** Mountable: the groups that the host registered, or any on request (DESIGN.md section 6). */
export function mountableGroupPolicy(names: ReadonlySet<string>): GroupPolicy {
  return (_draft, _caller, group, allowsUnregistered) => {
    if (!allowsUnregistered && !names.has(group)) {
      throw new GatehouseError("group_not_registered");
    }
  };
}
