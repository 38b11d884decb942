import { GatehouseError } from "../../core/errors.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { Environment } from "../../core/model/environment.ts";
import { firstOwner } from "../../core/model/first-owner.ts";
import {
  type JobToken,
  jobTokenMs,
  jobTokensMax,
  type TrustRule,
  trustRulesMax,
} from "../../core/model/sign-on.ts";
import { signOnRecords, trustRuleOf } from "../../core/model/sign-on-records.ts";
import type { State } from "../../core/model/state.ts";
import { newSessionId } from "../../core/secrets/random-secret.ts";
import { hashToken, newTokenValue } from "../../core/secrets/token-value.ts";
import { removeRecords, saveRecord } from "./save-sign-on-record.ts";
import { createToken, revokeToken } from "./token-commands.ts";

export type NewTrustRule = Pick<TrustRule, "name" | "issuer" | "audience" | "claims" | "access">;

/** The rules, oldest first. */
export function trustRules(state: State): readonly TrustRule[] {
  return signOnRecords(state, "trust_rule").toSorted(
    (left, right) => left.createdAt - right.createdAt || left.id.localeCompare(right.id),
  );
}

/**
 * Adds a rule, and the token of the environment that stands for it: as the author of changes, and in
 * lists. Throws `token_limit` and `quota_exceeded`.
 */
export function addTrustRule(
  draft: Draft,
  environment: Environment,
  described: NewTrustRule,
): TrustRule {
  if (trustRules(draft.state).length >= trustRulesMax) {
    throw new GatehouseError("quota_exceeded", {
      message: `An organization can have at most ${trustRulesMax} trust rules`,
    });
  }
  const { name, access } = described;
  const { token } = createToken(draft, {
    ...{ environment, name, access, managesEnvironments: false, isPreview: false },
    ownerId: firstOwner(draft.state).id,
  });
  const rule: TrustRule = {
    kind: "trust_rule",
    id: newSessionId(),
    ...described,
    environmentId: environment.id,
    tokenHash: token.hash,
    createdAt: draft.now,
  };
  saveRecord(draft, rule);
  return rule;
}

/** Removes a rule with the tokens of its jobs. Throws `trust_rule_not_found`. */
export function removeTrustRule(draft: Draft, id: string): void {
  const rule = trustRuleOf(draft.state, id);
  if (rule === undefined) {
    throw new GatehouseError("trust_rule_not_found");
  }
  const jobs = jobTokens(draft.state).filter(({ ruleId }) => ruleId === id);
  const token = draft.state.tokens.get(rule.tokenHash);
  removeRecords(draft, [rule, ...jobs]);
  if (token !== undefined) {
    revokeToken(draft, token);
  }
}

/** The token of a job, and its value, which is not stored. */
export interface IssuedJobToken {
  readonly token: JobToken;
  readonly value: string;
}

/**
 * Issues a token for a job, once for each token of the CI system, and removes expired ones. Throws
 * `ci_token_refused`, and `token_limit` for too many.
 */
export function issueJobToken(draft: Draft, rule: TrustRule, usedId: string): IssuedJobToken {
  const all = jobTokens(draft.state);
  const expired = all.filter(({ expiresAt }) => expiresAt <= draft.now);
  removeRecords(draft, expired);
  const isUsed = all.some((token) => token.usedId === usedId && token.expiresAt > draft.now);
  const known = trustRuleOf(draft.state, rule.id);
  const isActive = draft.state.tokens.get(rule.tokenHash)?.revokedAt === null;
  if (isUsed || known === undefined || !isActive) {
    throw new GatehouseError("ci_token_refused");
  }
  if (all.length - expired.length >= jobTokensMax) {
    throw new GatehouseError("token_limit", {
      message: "Too many jobs have tokens at this moment",
    });
  }
  const value = newTokenValue();
  const token: JobToken = {
    kind: "job_token",
    hash: hashToken(value),
    usedId,
    ruleId: rule.id,
    environmentId: rule.environmentId,
    expiresAt: draft.now + jobTokenMs,
  };
  saveRecord(draft, token);
  return { token, value };
}

function jobTokens(state: State): readonly JobToken[] {
  return signOnRecords(state, "job_token");
}
