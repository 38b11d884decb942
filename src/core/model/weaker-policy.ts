import type { ApprovalRule, PolicyRules } from "./approval-policy.ts";
import { type Role, roleAtLeast } from "./role.ts";

/**
 * Whether something that the old rules refuse may be allowed by the new ones. True in doubt: then
 * the change of the policy needs approvals itself.
 */
export function isWeaker(before: PolicyRules, after: PolicyRules | null): boolean {
  return (
    after === null ||
    !coversRules(before.rules, after.rules) ||
    after.expiresDays > before.expiresDays ||
    !isSubset(after.directTokens, before.directTokens) ||
    !areRolesWithin(after.bypass.roles, before.bypass.roles) ||
    (after.turnOff && !before.turnOff) ||
    (after.reason === "bypass" && before.reason === "always") ||
    (after.selfApproval && !before.selfApproval)
  );
}

/** Whether each old rule has its own new rule that asks for at least as much. */
function coversRules(before: readonly ApprovalRule[], after: readonly ApprovalRule[]): boolean {
  const [rule, ...rest] = before;
  return (
    rule === undefined ||
    after.some(
      (other, index) => isAtLeast(other, rule) && coversRules(rest, after.toSpliced(index, 1)),
    )
  );
}

function isAtLeast(after: ApprovalRule, before: ApprovalRule): boolean {
  return (
    after.count >= before.count &&
    areRolesWithin(after.roles, before.roles) &&
    isSubset(after.members, before.members) &&
    isSubset(after.tokens, before.tokens)
  );
}

function areRolesWithin(after: readonly Role[], before: readonly Role[]): boolean {
  return after.every((role) => before.some((min) => roleAtLeast(role, min)));
}

function isSubset<Item>(part: readonly Item[], whole: readonly Item[]): boolean {
  return part.every((item) => whole.includes(item));
}
