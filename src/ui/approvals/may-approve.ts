import { useRoleCheck, useSession } from "../session/session.ts";
import type { RulesOfPolicy } from "./use-policy.ts";

/** Whether this person is an approver under one of the rules of an environment. */
export function useMayApprove(rules: RulesOfPolicy["rules"], environment: number): boolean {
  const { user } = useSession();
  const may = useRoleCheck();
  return rules.some(
    ({ roles, members }) =>
      roles.some((role) => may(role, environment)) || (user !== null && members.includes(user.id)),
  );
}
