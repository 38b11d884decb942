import type { NewAct } from "./act.ts";
import { type SignOnChange, type SignOnRecord, signOnKey } from "./sign-on.ts";
import type { State } from "./state.ts";

/** The act of a change of sign-on in the state before it; null for the use of a known record. */
export function signOnAct(before: State, change: SignOnChange): NewAct | null {
  if (change.kind === "sign_on.removed") {
    const removed = before.signOn.get(change.key);
    return removed === undefined ? null : recordAct(removed, true);
  }
  const { record } = change;
  const known = before.signOn.get(signOnKey(record));
  return known === undefined || isOtherRole(known, record) ? recordAct(record, false) : null;
}

/** Other records only change by their use. */
function isOtherRole(known: SignOnRecord, record: SignOnRecord): boolean {
  return "role" in known && "role" in record && known.role !== record.role;
}

function recordAct(record: SignOnRecord, isRemoved: boolean): NewAct | null {
  switch (record.kind) {
    case "environment_role": {
      const { environmentId, userId: user, role } = record;
      const details = { user, role: isRemoved ? null : role };
      return { kind: "member.environment_role_changed", environmentId, details };
    }
    case "group_rule": {
      const { id: rule, group, role, environmentId: environment } = record;
      const kind = isRemoved ? "sign_on.rule_removed" : "sign_on.rule_added";
      return { kind, details: { rule, group, role, environment } };
    }
    case "identity": {
      const { issuer, subject, userId: user } = record;
      const kind = isRemoved ? "member.account_unlinked" : "member.account_linked";
      return { kind, details: { user, issuer, subject } };
    }
    case "trust_rule": {
      const { id: rule, name, issuer, claims, environmentId, access } = record;
      const kind = isRemoved ? "trust_rule.removed" : "trust_rule.added";
      return { kind, environmentId, details: { rule, name, issuer, claims, access } };
    }
    case "job_token": {
      const { ruleId: rule, environmentId } = record;
      return isRemoved ? null : { kind: "job.signed_in", environmentId, details: { rule } };
    }
    case "break_glass": {
      const kind = isRemoved ? "sign_on.emergency_removed" : "sign_on.emergency_added";
      return { kind, details: { user: record.userId } };
    }
  }
}
