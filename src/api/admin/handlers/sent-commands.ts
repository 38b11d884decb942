import { GatehouseError } from "../../../core/errors.ts";
import { exactFeatureKey, normalizeFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { expiresDaysDefault, type PolicyRules } from "../../../core/model/approval-policy.ts";
import type { RequestCommand } from "../../../core/model/change-request.ts";
import type { SentPolicyRules } from "../contract/policy-models.ts";
import type { RequestCommand as SentCommand } from "../contract/request-models.ts";
import { planOf, stepChangeOf } from "./sent-plan.ts";

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
    case "create":
    case "mirror":
    case "remove":
      return { kind: sent.kind, key };
    case "rollout":
      return { kind: sent.kind, key, ...planOf(sent) };
    case "resume":
      return { kind: sent.kind, key, rolloutId: sent.rolloutId, step: sent.step };
    default:
      return { ...stepChangeOf(sent), key };
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
