import type { RulesOfPolicy } from "../approvals/use-policy.ts";
import { approvalTexts } from "../texts/approval-texts.ts";
import { fill, plural } from "../texts/fill.ts";
import { policyTexts } from "../texts/policy-texts.ts";
import { lowestRole, type Names, rulesWords } from "./rule-words.ts";

const { policy: words } = policyTexts;

/** A policy as sentences. */
export function policySentences(rules: RulesOfPolicy, names: Names): readonly string[] {
  const role = lowestRole(rules.bypass.roles);
  const direct = rules.directTokens.map(
    (id) => names.tokens.get(id) ?? fill(approvalTexts.rules.token, { id }),
  );
  return [
    fill(words.needs, { rules: rulesWords(rules.rules, names) }),
    words.self[`${rules.selfApproval}`],
    plural(words.expires, rules.expiresDays),
    direct.length === 0 ? words.noDirect : fill(words.direct, { names: direct.join(", ") }),
    role === null
      ? words.noBypass
      : fill(words.bypass, { roles: capitalized(approvalTexts.rules.roles[role]) }),
    words.turnOff[`${rules.turnOff}`],
    words.reason[rules.reason],
  ];
}

function capitalized(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
