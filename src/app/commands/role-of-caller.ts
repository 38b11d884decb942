import type { CallerSession } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import { roleInEnvironment } from "../../core/model/member-role.ts";
import { roleInScope } from "../../core/model/personal-token.ts";
import type { Role } from "../../core/model/role.ts";

/**
 * The role of a person in an environment now, which a personal token can only lower; undefined for a
 * former member.
 * Without a session it is someone with access to the data, who has all rights.
 */
export function roleOfCaller(
  { before }: Pick<Draft, "before">,
  session: CallerSession | undefined,
  environmentId: number,
): Role | undefined {
  if (session === undefined) {
    return "owner";
  }
  const role = roleInEnvironment(before, session.userId, environmentId);
  const scope = before.personalTokens.get(session.hash)?.scope;
  return role === undefined || session.isPersonalToken !== true || scope === undefined
    ? role
    : roleInScope(role, scope);
}
