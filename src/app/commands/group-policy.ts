import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";

/**
 * Runs in a command, before a group is enabled; throws `group_not_registered` if it may not be.
 * `allowsUnregistered` is the request's parameter `allow_unregistered_groups`.
 */
export type GroupPolicy = (
  draft: Draft,
  caller: Caller,
  group: string,
  allowsUnregistered: boolean,
) => void;

/** Allows the groups that the application registered, and others if the request allows them. */
export function mountableGroupPolicy(names: ReadonlySet<string>): GroupPolicy {
  return (_draft, _caller, group, allowsUnregistered) => {
    if (!allowsUnregistered && !names.has(group)) {
      throw new GatehouseError("group_not_registered");
    }
  };
}
