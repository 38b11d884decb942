import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import {
  environmentRoles,
  type Role,
  type RoleInEnvironment,
  roleAtLeast,
} from "../../core/model/role.ts";
import { type GroupRule, groupRulesMax } from "../../core/model/sign-on.ts";
import { groupRuleOf, signOnRecords } from "../../core/model/sign-on-records.ts";
import type { State } from "../../core/model/state.ts";
import { newSessionId } from "../../core/secrets/random-secret.ts";
import { removeRecords, saveRecord } from "./save-sign-on-record.ts";

export type NewGroupRule = Pick<GroupRule, "group" | "environmentId" | "role">;

/** The rules, oldest first. */
export function groupRules(state: State): readonly GroupRule[] {
  return signOnRecords(state, "group_rule").toSorted(
    (left, right) => left.createdAt - right.createdAt || left.id.localeCompare(right.id),
  );
}

/**
 * Adds a rule, or changes the role of the rule for the same group and environment. Throws
 * `parameter_invalid` for an owner in one environment, and `quota_exceeded`.
 */
export function saveGroupRule(draft: Draft, described: NewGroupRule): GroupRule {
  const { group, environmentId, role } = described;
  if (environmentId !== null && !isEnvironmentRole(role)) {
    throw new GatehouseError("parameter_invalid", {
      message: "role: an owner is an owner everywhere, so the rule needs no environment",
      place: "role",
    });
  }
  const rules = groupRules(draft.state);
  const known = rules.find((rule) => rule.group === group && rule.environmentId === environmentId);
  if (known === undefined && rules.length >= groupRulesMax) {
    throw new GatehouseError("quota_exceeded", {
      message: `An organization can have at most ${groupRulesMax} rules for groups`,
    });
  }
  const rule: GroupRule = known
    ? { ...known, role }
    : { kind: "group_rule", id: newSessionId(), ...described, createdAt: draft.now };
  saveRecord(draft, rule);
  return rule;
}

/** Throws `group_rule_not_found`. */
export function removeGroupRule(draft: Draft, id: string): void {
  const rule = groupRuleOf(draft.state, id);
  if (rule === undefined) {
    throw new GatehouseError("group_rule_not_found");
  }
  removeRecords(draft, [rule]);
}

/** What rules give to a person of some groups. */
export interface GivenByRules {
  /** Whether any rule matches. */
  readonly isMatched: boolean;
  /** The highest role in the organization; null if no rule gives one. */
  readonly role: Role | null;
  /** The highest role in each environment. */
  readonly environments: ReadonlyMap<number, RoleInEnvironment>;
}

export function givenByRules(state: State, groups: readonly string[]): GivenByRules {
  const names = new Set(groups);
  const matched = groupRules(state).filter(({ group }) => names.has(group));
  const environments = new Map<number, RoleInEnvironment>();
  let role: Role | null = null;
  for (const rule of matched) {
    if (rule.environmentId === null) {
      role = role !== null && roleAtLeast(role, rule.role) ? role : rule.role;
    } else if (isEnvironmentRole(rule.role)) {
      const known = environments.get(rule.environmentId);
      environments.set(
        rule.environmentId,
        known !== undefined && roleAtLeast(known, rule.role) ? known : rule.role,
      );
    }
  }
  return { isMatched: matched.length > 0, role, environments };
}

function isEnvironmentRole(role: Role): role is RoleInEnvironment {
  return environmentRoles.some((each) => each === role);
}
