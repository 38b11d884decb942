import { GatehouseError } from "../../core/errors.ts";
import type { ApprovalRule, PolicyRules } from "../../core/model/approval-policy.ts";
import type { Caller } from "../../core/model/caller.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { organizationOf } from "../../core/model/project-organization.ts";
import { roleAtLeast } from "../../core/model/role.ts";
import type { State } from "../../core/model/state.ts";
import { recordAct } from "./record-act.ts";

/**
 * Sets the policy of the caller's environment; null removes it. Does nothing if it is the same.
 * Throws `parameter_invalid` for rules that nobody could meet. A weaker policy needs a permit.
 */
export function setPolicy(draft: Draft, caller: Caller, rules: PolicyRules | null): void {
  const { environment, actor, reason = null } = caller;
  const known = draft.state.policies.get(environment.id);
  if (Bun.deepEquals(known?.rules ?? null, rules)) {
    return;
  }
  if (rules !== null) {
    requirePossible(draft.state, environment, rules);
  }
  const { id: environmentId } = environment;
  const noted = { type: "policy.changed", actor, reason } as const;
  recordAct(draft, { kind: noted.type, actor, reason, environmentId, data: { rules } });
  if (rules === null) {
    draft.record({ kind: "policy.removed", environmentId, noted });
  } else {
    const { turnedOff = [], bypasses = [] } = known ?? {};
    const policy = { environmentId, rules, turnedOff, bypasses };
    draft.record({ kind: "policy.saved", policy, noted });
  }
}

/** Removes the bypasses up to a time, after an approver has looked at them. */
export function confirmBypasses(draft: Draft, { environment, actor }: Caller, until: number): void {
  const policy = draft.state.policies.get(environment.id);
  const remaining = policy?.bypasses.filter(({ at }) => at > until);
  if (policy !== undefined && remaining?.length !== policy.bypasses.length) {
    draft.record({
      kind: "policy.saved",
      policy: { ...policy, bypasses: remaining ?? [] },
    });
    recordAct(draft, {
      ...{ kind: "change.bypass_confirmed", actor, reason: null },
      ...{ environmentId: environment.id, data: { until } },
    });
  }
}

function requirePossible(state: State, environment: Environment, rules: PolicyRules): void {
  if (environment.kind === "personal") {
    throw invalid("A personal environment belongs to one person, and cannot have a policy");
  }
  for (const id of rules.directTokens) {
    const environmentId = state.tokens.find((token) => token.id === id)?.environmentId ?? 0;
    if (state.environments.get(environmentId)?.projectId !== environment.projectId) {
      throw invalid(`directTokens: the project has no token with the id ${id}`);
    }
  }
  for (const [index, rule] of rules.rules.entries()) {
    const approvers = approverCount(state, environment, rule);
    if (approvers < rule.count) {
      throw invalid(
        `rules[${index}]: needs ${rule.count} approvals, but only ${approvers} can approve`,
      );
    }
  }
}

function approverCount(state: State, { projectId }: Environment, rule: ApprovalRule): number {
  const members = state.organizationMembers.get(organizationOf(state, projectId).id);
  const people = members?.count(
    (role, id) => rule.members.includes(id) || rule.roles.some((min) => roleAtLeast(role, min)),
  );
  const tokens = rule.tokens.filter((id) =>
    typeof id === "number"
      ? state.tokens.some((token) => token.id === id)
      : state.personalTokens.some((token) => token.id === id && token.approves),
  );
  return (people ?? 0) + tokens.length;
}

function invalid(message: string): GatehouseError {
  return new GatehouseError("parameter_invalid", { message });
}
