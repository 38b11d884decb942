import type { RulesOfPolicy } from "../approvals/use-policy.ts";
import { approvalTexts } from "../texts/approval-texts.ts";
import { fill, plural } from "../texts/fill.ts";

const { rules: words } = approvalTexts;

export type RuleOfPolicy = RulesOfPolicy["rules"][number];
type Role = RuleOfPolicy["roles"][number];

/** The names of members and tokens by their ids. */
export interface Names {
  readonly members: ReadonlyMap<number, string>;
  readonly tokens: ReadonlyMap<number | string, string>;
}

/** The roles from the one with the fewest rights. */
export const rolesUp = ["viewer", "member", "admin", "owner"] as const satisfies readonly Role[];

/** A rule names the lowest role: higher ones have all its rights. */
export function lowestRole(roles: readonly Role[]): Role | null {
  return rolesUp.find((role) => roles.includes(role)) ?? null;
}

/** As in "2 approvals of admins or owners". */
export function ruleWords(rule: RuleOfPolicy, names: Names): string {
  return plural(words.approvals, rule.count).replace("{from}", () => approversIn(rule, names));
}

export function rulesWords(rules: readonly RuleOfPolicy[], names: Names): string {
  return rules.map((rule) => ruleWords(rule, names)).join(words.and);
}

function approversIn({ roles, members, tokens }: RuleOfPolicy, names: Names): string {
  const role = lowestRole(roles);
  const approvers = [
    ...(role === null ? [] : [words.roles[role]]),
    ...members.map((id) => names.members.get(id) ?? fill(words.goneMember, { id })),
    ...tokens.map((id) => names.tokens.get(id) ?? fill(words.token, { id })),
  ];
  return approvers.length === 0 ? words.nobody : approvers.join(words.or);
}
