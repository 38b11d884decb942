import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { listOption, mandatoryOption, optionWithDefault } from "../../config/option.ts";
import { type ParseResult, parseOneOf } from "../../config/value-parsers.ts";
import { tokenAccesses } from "../../core/model/token.ts";
import { oneOfSchema, Timestamp, toTimestamp } from "../answers/json-schemas.ts";
import { projectOption } from "../options/common-options.ts";
import { parseKnown, parseLine } from "../options/name-parsers.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { CommandRefusal } from "../output/failure-messages.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";

const hostedOnly = "jobs get tokens of a hosted server only, and this one is mountable";

const id = { placeholder: "ID", description: "The rule's id, as gatehouse trust list shows it." };
const name = mandatoryOption({
  flag: "name",
  placeholder: "NAME",
  description: "The name of the rule, and of the token that stands for its jobs; required.",
  parse: parseLine,
});
const issuer = mandatoryOption({
  flag: "issuer",
  placeholder: "URL",
  description:
    "The issuer of the CI system, such as https://token.actions.githubusercontent.com or " +
    "https://gitlab.com; required.",
  parse: parseLine,
});
const audience = mandatoryOption({
  flag: "audience",
  placeholder: "TEXT",
  description: "The audience for which jobs ask their token, such as this server's URL; required.",
  parse: parseLine,
});
const claims = listOption({
  flag: "claim",
  placeholder: "NAME=VALUE",
  description:
    "A claim that the token must have, such as repository_id=42; repeatable, one at least. Names of " +
    "repositories can be taken over, their ids cannot.",
  parse: parseClaim,
});
const environment = mandatoryOption({
  flag: "environment",
  placeholder: "SLUG",
  description: "The slug of the environment of the jobs; required.",
  completion: "environments",
  parse: parseKnown,
});
const access = optionWithDefault({
  flag: "access",
  placeholder: "ACCESS",
  fallback: "read_only",
  description: "What the jobs may do in the environment.",
  parse: parseOneOf(...tokenAccesses),
});

const RuleJson = Type.Object({
  id: Type.String(),
  name: Type.String(),
  issuer: Type.String(),
  audience: Type.String(),
  claims: Type.Record(Type.String(), Type.String()),
  project: Type.String(),
  environment: Type.String({ description: "a slug" }),
  access: oneOfSchema(tokenAccesses),
  created_at: Timestamp,
});
const RulesJson = Type.Object({ rules: Type.Array(RuleJson) });

type RuleRow = AnswerOf<"GET /trust-rules">["rules"][number];

function ruleJson(rule: RuleRow): Static<typeof RuleJson> {
  return {
    ...{ id: rule.id, name: rule.name, issuer: rule.issuer, audience: rule.audience },
    claims: Object.fromEntries(rule.claims.map((claim) => [claim.name, claim.value])),
    ...{ project: rule.project, environment: rule.environment, access: rule.access },
    created_at: toTimestamp(rule.createdAt),
  };
}

function parseClaim(text: string): ParseResult<{ readonly name: string; readonly value: string }> {
  const end = text.indexOf("=");
  return end > 0 && end < text.length - 1
    ? { value: { name: text.slice(0, end), value: text.slice(end + 1) } }
    : { reason: "must be a name and a value, such as repository_id=42" };
}

/** `gatehouse trust …`. */
export function trustSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "trust",
    summary: "Trusts jobs of CI systems, which then need no stored token.",
    commands: [addCommand(senders), listCommand(senders), removeCommand(senders)],
  };
}

function addCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "add",
    summary:
      "Lets jobs with certain claims exchange the token of their CI system for a token of an " +
      "environment, which expires after 15 minutes.",
    hostedOnly,
    examples: [
      {
        line:
          "gatehouse trust add --name deploy --issuer https://token.actions.githubusercontent.com " +
          "--audience https://flags.example.com --claim repository_id=42 --environment staging " +
          "--access read_and_write",
        text: "Trusts the jobs of a repository at GitHub.",
      },
    ],
    options: [name, issuer, audience, claims, environment, access, projectOption],
    positionals: [],
    json: RuleJson,
    async work({ given, admin, query }) {
      const wanted = given.valueOf(claims);
      if (wanted.length === 0) {
        throw new CommandRefusal("--claim is missing: without it all jobs of the issuer match");
      }
      const { rule } = await admin.call("POST /trust-rules", {
        query,
        body: {
          name: given.valueOf(name),
          issuer: given.valueOf(issuer),
          audience: given.valueOf(audience),
          claims: wanted,
          environment: given.valueOf(environment),
          access: given.valueOf(access),
        },
      });
      return ruleJson(rule);
    },
    text: (rule) => `added trust rule ${rule.id} (${rule.name})\n`,
  });
}

function listCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "list",
    summary: "Lists the trust rules for jobs of CI systems.",
    hostedOnly,
    examples: [{ line: "gatehouse trust list", text: "Lists the rules." }],
    options: [],
    positionals: [],
    json: RulesJson,
    async work({ admin }) {
      const { rules } = await admin.call("GET /trust-rules", {});
      return { rules: rules.map(ruleJson) };
    },
    text: ({ rules }, columns) =>
      tableOf(columns, rules, [
        ["ID", (rule) => rule.id],
        ["NAME", (rule) => rule.name],
        ["ISSUER", (rule) => rule.issuer],
        [
          "CLAIMS",
          (rule) =>
            Object.entries(rule.claims)
              .map((pair) => pair.join("="))
              .join(" "),
        ],
        ["ENVIRONMENT", (rule) => rule.environment],
        ["ACCESS", (rule) => rule.access],
        ["CREATED", (rule) => formatMinute(rule.created_at)],
      ]),
  });
}

function removeCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "remove",
    summary: "Removes a trust rule. The tokens of its jobs are refused immediately.",
    hostedOnly,
    examples: [{ line: "gatehouse trust remove 5Xb2", text: "Removes the rule." }],
    options: [],
    positionals: [id],
    json: RulesJson,
    async work({ given, admin }) {
      const { rules } = await admin.call("DELETE /trust-rules/:rule", {
        params: { rule: positionalValue(given, 0, id, parseLine) },
      });
      return { rules: rules.map(ruleJson) };
    },
    text: ({ rules }) => `removed the trust rule; ${rules.length} left\n`,
  });
}
