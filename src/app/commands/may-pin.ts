import { GatehouseError } from "../../core/errors.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Permit } from "../../core/model/permit.ts";
import { roleAtLeast } from "../../core/model/role.ts";
import { roleOfCaller } from "./role-of-caller.ts";

/**
 * Whether a write that changes no value may still give an environment own gates: in a protected one
 * only with a permit, as its gates would no longer follow Production.
 */
export function mayPin(draft: Draft, caller: Caller): boolean {
  const { id } = caller.environment;
  return (
    !draft.before.policies.has(id) ||
    draft.permitOf(id) !== undefined ||
    directPermit(draft, caller, id) !== null
  );
}

/** The permit of a caller for any change; null if there is none. Throws `role_required` for a bypass. */
export function directPermit(
  draft: Draft,
  { token, session, bypasses }: Caller,
  environmentId: number,
): Permit | null {
  const rules = draft.before.policies.get(environmentId)?.rules;
  if (rules === undefined) {
    return null;
  }
  if (token !== null) {
    return rules.directTokens.includes(token.id) ? { kind: "direct", tokenId: token.id } : null;
  }
  if (bypasses !== true) {
    return null;
  }
  const role = roleOfCaller(draft, session, environmentId);
  if (role === undefined || !rules.bypass.roles.some((min) => roleAtLeast(role, min))) {
    throw new GatehouseError("role_required", {
      message: "The policy of the environment does not let your role change it without approval",
    });
  }
  return { kind: "bypass" };
}
