import type { RightsMoment } from "../../../core/model/approvals.ts";
import { roleOf } from "../../../core/model/member-role.ts";
import {
  isForEnvironment,
  isPersonalTokenValid,
  type PersonalToken,
} from "../../../core/model/personal-token.ts";

/** The personal tokens that a policy names; with `all` also those that it may name. */
export function approvingTokens({ state, now }: RightsMoment, environmentId: number, all: boolean) {
  const rules = state.policies.get(environmentId)?.rules.rules ?? [];
  const named = new Set(rules.flatMap(({ tokens }) => tokens));
  const mayVote = (token: PersonalToken) =>
    token.approves &&
    isPersonalTokenValid(token, now) &&
    isForEnvironment(token, environmentId) &&
    roleOf(state, token.userId) !== undefined;
  return [...state.personalTokens.values()]
    .filter((token) => named.has(token.id) || (all && mayVote(token)))
    .map(({ id, name, userId }) => ({ id, name, member: state.users.get(userId)?.name ?? null }))
    .sort((left, right) => left.name.localeCompare(right.name) || left.id.localeCompare(right.id));
}
