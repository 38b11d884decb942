import { ConfigError } from "../../config/config-error.ts";
import { listOption, optionalOption, switchOption } from "../../config/option.ts";
import { type ParseResult, parseInteger, parseOneOf } from "../../config/value-parsers.ts";
import { approvalsMax, expiresDaysMax } from "../../core/model/approval-policy.ts";
import { roles } from "../../core/model/role.ts";

type Role = (typeof roles)[number];

/** An approver, as the command line names one. */
type Approver =
  | { readonly kind: "role"; readonly role: Role }
  | { readonly kind: "member"; readonly id: number }
  | { readonly kind: "token"; readonly id: number | string };

const approverForm = `must be role: and one of ${roles.join(", ")}, member: and an id, or token: and an id`;
const whole = /^[1-9]\d{0,15}$/;

function parseApprover(text: string): ParseResult<Approver> {
  const [kind, value = ""] = text.split(":", 2);
  const role = roles.find((each) => each === value);
  if (kind === "role" && role !== undefined) {
    return { value: { kind, role } };
  }
  if (kind === "member" && whole.test(value)) {
    return { value: { kind, id: Number(value) } };
  }
  return kind === "token" && value !== ""
    ? { value: { kind, id: whole.test(value) ? Number(value) : value } }
    : { reason: approverForm };
}

export const policyOptions = {
  approvals: optionalOption({
    flag: "approvals",
    placeholder: "COUNT",
    description: `How many approvals a change needs, 1 to ${approvalsMax}.`,
    parse: parseInteger(1, approvalsMax),
  }),
  from: listOption({
    flag: "from",
    placeholder: "WHO",
    description:
      "An approver: role:ROLE, member:ID or token:ID; may be repeated. A role includes roles with " +
      "more rights.",
    parse: parseApprover,
  }),
  direct: listOption({
    flag: "direct",
    placeholder: "ID",
    description: "The id of a token that writes without a request; may be repeated.",
    parse: parseInteger(1, Number.MAX_SAFE_INTEGER),
  }),
  expiresDays: optionalOption({
    flag: "expires-days",
    placeholder: "DAYS",
    description: "After how many days an open request expires; 14 unless given.",
    parse: parseInteger(1, expiresDaysMax),
  }),
  turnOff: optionalOption({
    flag: "turn-off",
    placeholder: "STATE",
    description:
      "on: a person with a reason may close gates without approval; off: nobody may. on unless given.",
    parse: parseOneOf("on", "off"),
  }),
  reasons: optionalOption({
    flag: "reasons",
    placeholder: "WHEN",
    description:
      "always: each change of a person needs a reason; bypass: only one without approval. bypass " +
      "unless given.",
    parse: parseOneOf("always", "bypass"),
  }),
  bypassRoles: listOption({
    flag: "bypass-role",
    placeholder: "ROLE",
    description:
      "A role that may change the environment without approval, with a reason; may be repeated. " +
      "owner unless given.",
    parse: parseOneOf(...roles),
  }),
  file: optionalOption({
    flag: "file",
    placeholder: "FILE",
    description:
      "A file with the rules as JSON, as gatehouse policy show --json prints them; - for the standard " +
      "input.",
    completion: "files",
    parse: (value) => ({ value }),
  }),
  none: switchOption({ flag: "none", description: "Removes the policy." }),
};

/** One rule from approvers. Throws a ConfigError without any. */
export function ruleOf(count: number | undefined, from: readonly Approver[]) {
  if (from.length === 0) {
    throw new ConfigError("--from is missing: who may approve?");
  }
  return {
    count: count ?? 1,
    roles: from.flatMap((each) => (each.kind === "role" ? each.role : [])),
    members: from.flatMap((each) => (each.kind === "member" ? each.id : [])),
    tokens: from.flatMap((each) => (each.kind === "token" ? each.id : [])),
  };
}
