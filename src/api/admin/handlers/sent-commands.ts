import { GatehouseError } from "../../../core/errors.ts";
import { requireActorId } from "../../../core/evaluation/actor-id.ts";
import { exactFeatureKey, normalizeFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { requireGroupName } from "../../../core/evaluation/group-name.ts";
import { parseExpression } from "../../../core/expressions/expression.ts";
import { expiresDaysDefault, type PolicyRules } from "../../../core/model/approval-policy.ts";
import type { RequestCommand } from "../../../core/model/change-request.ts";
import type { SentPolicyRules } from "../contract/policy-models.ts";
import type { RequestCommand as SentCommand } from "../contract/request-models.ts";

/** Checks the commands of a request, as the routes of the same changes do. */
export function commandsOf(sent: readonly SentCommand[]): readonly RequestCommand[] {
  return sent.map(commandOf);
}

function commandOf(sent: SentCommand, index: number): RequestCommand {
  try {
    return checkedCommand(sent);
  } catch (error) {
    if (error instanceof GatehouseError) {
      const message = `commands[${index}]: ${error.message}`;
      throw new GatehouseError(error.refusal, { message, place: `commands[${index}]` });
    }
    throw error;
  }
}

function checkedCommand(sent: SentCommand): RequestCommand {
  if (sent.kind === "policy") {
    return { kind: "policy", rules: sent.rules === null ? null : policyRulesOf(sent.rules) };
  }
  const key = sent.kind === "create" ? normalizeFeatureKey(sent.key) : exactFeatureKey(sent.key);
  switch (sent.kind) {
    case "actors":
    case "groups": {
      const add = sent.add.map(sent.kind === "actors" ? requireActorId : requireGroupName);
      return { kind: sent.kind, key, add, remove: sent.remove };
    }
    case "percentage_of_actors":
    case "percentage_of_time":
      return { kind: sent.kind, key, value: sent.value };
    case "expression":
      return {
        ...{ kind: sent.kind, key },
        value: sent.value === null ? null : parseExpression(sent.value),
      };
    case "set": {
      const { expression, groups, actors, ...scalars } = sent.gates;
      const gates = {
        ...scalars,
        expression: expression === null ? null : parseExpression(expression),
        groups: groups.map(requireGroupName),
        actors: actors.map(requireActorId),
      };
      return { kind: sent.kind, key, gates };
    }
    default:
      return { kind: sent.kind, key };
  }
}

/** The rules with the defaults of those that were not sent. */
export function policyRulesOf({
  rules,
  expiresDays = expiresDaysDefault,
  directTokens = [],
  bypass = { roles: ["owner"] },
  turnOff = true,
  reason = "bypass",
  selfApproval = false,
}: SentPolicyRules): PolicyRules {
  return { rules, expiresDays, directTokens, bypass, turnOff, reason, selfApproval };
}
