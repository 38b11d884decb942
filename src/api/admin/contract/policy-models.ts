import { type Static, Type } from "@sinclair/typebox";
import {
  approvalsMax,
  approversMax,
  directTokensMax,
  expiresDaysDefault,
  expiresDaysMax,
  rulesMax,
} from "../../../core/model/approval-policy.ts";
import { roles } from "../../../core/model/role.ts";
import { Links, reasonMember } from "./reason-models.ts";
import {
  exactFields,
  Id,
  integerFrom,
  listOf,
  nullable,
  oneOf,
  Time,
  textUpTo,
  Written,
} from "./shared-models.ts";

const Roles = listOf(oneOf(roles), { maxItems: roles.length, uniqueItems: true });
const unique = { maxItems: approversMax, uniqueItems: true };

export const ApprovalRule = Type.Object(
  {
    count: { ...integerFrom(1, approvalsMax), description: "How many approvals the rule needs." },
    roles: { ...Roles, description: "Members with one of these roles, or with more rights." },
    members: listOf(Id, { ...unique, description: "The ids of members." }),
    tokens: listOf(Type.Union([Id, textUpTo(100, 1)]), {
      ...unique,
      description: "The ids of tokens: numbers of environments, texts of personal tokens.",
    }),
  },
  { ...exactFields, $id: "ApprovalRule" },
);

const ruleMembers = {
  rules: listOf(ApprovalRule, {
    minItems: 1,
    maxItems: rulesMax,
    description: "Every rule must be met. No approval counts for two rules.",
  }),
  expiresDays: {
    ...integerFrom(1, expiresDaysMax),
    description: `After so many days an open request expires; ${expiresDaysDefault} unless sent.`,
  },
  directTokens: listOf(Id, {
    maxItems: directTokensMax,
    uniqueItems: true,
    description: "The ids of the tokens that write without a request; none unless sent.",
  }),
  bypass: Type.Object(
    { roles: Roles },
    {
      ...exactFields,
      description: "Roles that may change the environment without approval; owners unless sent.",
    },
  ),
  turnOff: Type.Boolean({
    description:
      "Whether a person with a reason may close the gates of a feature without approval; true unless sent.",
  }),
  reason: {
    ...oneOf(["always", "bypass"]),
    description:
      "Whether every change of a person needs a reason, or only one without approval; `bypass` unless sent.",
  },
  selfApproval: Type.Boolean({
    description: "Whether the approval of a request's author counts; false unless sent.",
  }),
};

export const PolicyRules = Type.Object(ruleMembers, { ...exactFields, $id: "PolicyRules" });

const { rules, ...optional } = ruleMembers;

/** The rules as they are sent. */
export const SentPolicyRules = Type.Object(
  { rules, ...Type.Partial(Type.Object(optional)).properties },
  { ...exactFields, $id: "SentPolicyRules" },
);
export type SentPolicyRules = Static<typeof SentPolicyRules>;

export const Actor = Type.Object(
  {
    type: oneOf(["User", "Token"]),
    id: Type.String(),
    name: nullable(Type.String()),
  },
  { $id: "Actor" },
);

const Bypass = Type.Object({
  audit: nullable(Id),
  at: Time,
  actor: Actor,
  reason: Type.String(),
  links: Links,
});

const ApprovingToken = Type.Object({
  id: textUpTo(100, 1),
  name: Type.String(),
  member: nullable(Type.String({ description: "The name of its member; null for a former one." })),
});

const shownPolicy = {
  policy: Type.Union([PolicyRules, Type.Null()], {
    description: "Null for an environment that is not protected.",
  }),
  bypasses: listOf(Bypass, {
    description: "The latest changes without approval that no approver has confirmed, at most 100.",
  }),
  personalTokens: listOf(ApprovingToken, {
    description:
      "The personal tokens that a rule names. For admins also the tokens that a rule may name.",
  }),
};

export const PolicyAnswer = Type.Object(shownPolicy, { $id: "Policy" });

export const SavedPolicy = Type.Object(
  { ...Written.properties, ...shownPolicy },
  { $id: "SavedPolicy" },
);

export const PolicyChange = Type.Object(
  {
    policy: Type.Union([SentPolicyRules, Type.Null()], { description: "Null removes the policy." }),
    ...reasonMember,
  },
  { ...exactFields, $id: "PolicyChange" },
);

export const ConfirmedBypasses = Type.Object(
  { until: { ...Time, description: "The time of the latest change that was looked at." } },
  { ...exactFields, $id: "ConfirmedBypasses" },
);
