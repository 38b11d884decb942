import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { optionalOption } from "../../config/option.ts";
import { parseOneOf } from "../../config/value-parsers.ts";
import { roles } from "../../core/model/role.ts";
import {
  Id,
  oneOfSchema,
  orNull,
  Timestamp,
  timestampOrNull,
  toTimestamp,
} from "../answers/json-schemas.ts";
import { projectOption } from "../options/common-options.ts";
import { givenOnly } from "../options/given-only.ts";
import {
  emailPositional as email,
  parseEmail,
  parseKnown,
  parseLine,
} from "../options/name-parsers.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";

const hostedOnly = "people sign in to a hosted server only, and this one is mountable";

const group = {
  placeholder: "GROUP",
  description: "The name of the group, as the provider sends it.",
};
const role = {
  placeholder: "ROLE",
  description: `One of ${roles.join(", ")}.`,
  values: roles,
};
const ruleId = {
  placeholder: "ID",
  description: "The rule's id, as gatehouse sign-on rules shows it.",
};
const environment = optionalOption({
  flag: "environment",
  placeholder: "SLUG",
  description: "The environment in which the people of the group have the role; without it, all.",
  completion: "environments",
  parse: parseKnown,
});

const RuleJson = Type.Object({
  id: Type.String(),
  group: Type.String(),
  role: oneOfSchema(roles),
  project: orNull(Type.String()),
  environment: orNull(Type.String()),
  created_at: Timestamp,
});
const RulesJson = Type.Object({ rules: Type.Array(RuleJson) });
const OwnersJson = Type.Object({
  owners: Type.Array(
    Type.Object({
      id: Id,
      email: Type.String(),
      name: Type.String(),
      last_used_at: orNull(Timestamp),
    }),
  ),
});

type RuleRow = AnswerOf<"GET /group-rules">["rules"][number];
type OwnerRow = AnswerOf<"GET /emergency-access">["owners"][number];

function ruleJson(rule: RuleRow): Static<typeof RuleJson> {
  return {
    id: rule.id,
    group: rule.group,
    role: rule.role,
    project: rule.project,
    environment: rule.environment,
    created_at: toTimestamp(rule.createdAt),
  };
}

function ownersJson(owners: readonly OwnerRow[]): Static<typeof OwnersJson> {
  return {
    owners: owners.map(({ id, email: address, name, lastUsedAt }) => ({
      ...{ id, email: address, name },
      last_used_at: timestampOrNull(lastUsedAt),
    })),
  };
}

/** `gatehouse sign-on …`. */
export function signOnSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "sign-on",
    summary: "Says who may sign in with the provider of --oidc-issuer, and who without it.",
    commands: [...ruleCommands(senders), ...emergencyCommands(senders)],
  };
}

function ruleCommands(senders: ApiSenders) {
  return [
    adminSubcommand(senders, {
      name: "add-rule",
      summary:
        "Gives the people of a group of the provider a role, from their next sign-in. Changes the role " +
        "if the group has one already.",
      hostedOnly,
      examples: [
        {
          line: "gatehouse sign-on add-rule platform admin",
          text: "Makes the people of the group platform admins.",
        },
        {
          line: "gatehouse sign-on add-rule support viewer --environment production",
          text: "Makes the people of the group support viewers of Production.",
        },
      ],
      options: [environment, projectOption],
      positionals: [group, role],
      json: RuleJson,
      async work({ given, admin, query }) {
        const { rule } = await admin.call("POST /group-rules", {
          query,
          body: {
            group: positionalValue(given, 0, group, parseLine),
            role: positionalValue(given, 1, role, parseOneOf(...roles)),
            ...givenOnly({ environment: given.valueOf(environment) }),
          },
        });
        return ruleJson(rule);
      },
      text: ({ group: name, role: given }) => `people of ${name} get the role ${given}\n`,
    }),
    adminSubcommand(senders, {
      name: "rules",
      summary: "Lists the rules for groups of the provider.",
      hostedOnly,
      examples: [{ line: "gatehouse sign-on rules", text: "Lists the rules." }],
      options: [],
      positionals: [],
      json: RulesJson,
      async work({ admin }) {
        const { rules } = await admin.call("GET /group-rules", {});
        return { rules: rules.map(ruleJson) };
      },
      text: ({ rules }, columns) =>
        tableOf(columns, rules, [
          ["ID", (rule) => rule.id],
          ["GROUP", (rule) => rule.group],
          ["ROLE", (rule) => rule.role],
          ["PROJECT", (rule) => rule.project ?? "all"],
          ["ENVIRONMENT", (rule) => rule.environment ?? "all"],
          ["CREATED", (rule) => formatMinute(rule.created_at)],
        ]),
    }),
    adminSubcommand(senders, {
      name: "remove-rule",
      summary: "Removes a rule. Its people lose what it gave at their next sign-in.",
      hostedOnly,
      examples: [{ line: "gatehouse sign-on remove-rule 5Xb2", text: "Removes the rule." }],
      options: [],
      positionals: [ruleId],
      json: RulesJson,
      async work({ given, admin }) {
        const { rules } = await admin.call("DELETE /group-rules/:rule", {
          params: { rule: positionalValue(given, 0, ruleId, parseLine) },
        });
        return { rules: rules.map(ruleJson) };
      },
      text: ({ rules }) => `removed the rule; ${rules.length} left\n`,
    }),
  ];
}

function emergencyCommands(senders: ApiSenders) {
  const shared = { hostedOnly, options: [], json: OwnersJson };
  return [
    adminSubcommand(senders, {
      ...shared,
      name: "add-emergency",
      summary:
        "Lets an owner, one of at most two, sign in with a password although --sso-only is on. Each use " +
        "is logged, and announced to webhooks.",
      examples: [
        {
          line: "gatehouse sign-on add-emergency owner@example.com",
          text: "Gives the owner emergency access.",
        },
      ],
      positionals: [email],
      async work({ given, admin }) {
        const user = positionalValue(given, 0, email, parseEmail);
        const route = "PUT /members/:user/emergency-access";
        return ownersJson((await admin.call(route, { params: { user } })).owners);
      },
      text: ({ owners }) => `emergency access: ${owners.map((owner) => owner.email).join(", ")}\n`,
    }),
    adminSubcommand(senders, {
      ...shared,
      name: "emergency",
      summary: "Lists the owners with emergency access.",
      examples: [{ line: "gatehouse sign-on emergency", text: "Lists the owners." }],
      positionals: [],
      work: async ({ admin }) => ownersJson((await admin.call("GET /emergency-access", {})).owners),
      text: ({ owners }, columns) =>
        tableOf(columns, owners, [
          ["ID", (owner) => owner.id],
          ["EMAIL", (owner) => owner.email],
          ["NAME", (owner) => owner.name],
          ["LAST USED", ({ last_used_at: at }) => (at === null ? "never" : formatMinute(at))],
        ]),
    }),
    adminSubcommand(senders, {
      ...shared,
      name: "remove-emergency",
      summary: "Takes emergency access from an owner.",
      examples: [
        {
          line: "gatehouse sign-on remove-emergency owner@example.com",
          text: "Takes emergency access away.",
        },
      ],
      positionals: [email],
      async work({ given, admin }) {
        const user = positionalValue(given, 0, email, parseEmail);
        const route = "DELETE /members/:user/emergency-access";
        return ownersJson((await admin.call(route, { params: { user } })).owners);
      },
      text: ({ owners }) => `${owners.length} owners have emergency access\n`,
    }),
  ];
}
