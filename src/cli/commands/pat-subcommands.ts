import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import {
  listOption,
  mandatoryOption,
  optionWithDefault,
  switchOption,
} from "../../config/option.ts";
import { parseDuration, parseOneOf } from "../../config/value-parsers.ts";
import { personalTokenScopes } from "../../core/model/personal-token.ts";
import { dayMs } from "../../core/time-units.ts";
import {
  oneOfSchema,
  orNull,
  Timestamp,
  timestampOrNull,
  toTimestamp,
} from "../answers/json-schemas.ts";
import { projectOption } from "../options/common-options.ts";
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

const hostedOnly = "members sign in to a hosted server only, and this one is mountable";

const id = { placeholder: "ID", description: "The token's id, as gatehouse pat list shows it." };
const name = mandatoryOption({
  flag: "name",
  placeholder: "NAME",
  description: "The token's name in lists; required.",
  parse: parseLine,
});
const scope = mandatoryOption({
  flag: "scope",
  placeholder: "SCOPE",
  description:
    "What the token allows at most, if its member may do it: read, write for changes of features, or " +
    "admin; required.",
  parse: parseOneOf(...personalTokenScopes),
});
const approve = switchOption({
  flag: "approve",
  description: "Lets the token vote on requests, where a rule names the token.",
});
const environments = listOption({
  flag: "environment",
  placeholder: "SLUG",
  description: "An environment of the token, which then reaches no other ones; repeatable.",
  completion: "environments",
  parse: parseKnown,
});
const expires = optionWithDefault({
  flag: "expires",
  placeholder: "TIME",
  fallback: "90d",
  description: "After which time the token is refused, in whole days, such as 30d.",
  parse: parseDuration("1d", "366d"),
});

const fields = {
  id: Type.String(),
  name: Type.String(),
  scope: oneOfSchema(personalTokenScopes),
  approves: Type.Boolean(),
  environments: orNull(Type.Array(Type.String()), "slugs; null for all environments"),
  created_at: Timestamp,
  expires_at: Timestamp,
  last_used_at: orNull(Timestamp),
};
const TokenJson = Type.Object(fields);
const TokensJson = Type.Object({ tokens: Type.Array(TokenJson) });

type TokenRow = AnswerOf<"GET /members/:user/tokens">["tokens"][number];

function tokenJson(token: TokenRow): Static<typeof TokenJson> {
  return {
    ...{ id: token.id, name: token.name, scope: token.scope, approves: token.approves },
    environments: token.environments?.map(({ environment }) => environment) ?? null,
    created_at: toTimestamp(token.createdAt),
    expires_at: toTimestamp(token.expiresAt),
    last_used_at: timestampOrNull(token.lastUsedAt),
  };
}

/** `gatehouse pat …`. */
export function patSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "pat",
    summary: "Creates, lists and revokes personal tokens, with which programs act as a member.",
    commands: [createCommand(senders), listCommand(senders), revokeCommand(senders)],
  };
}

function createCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "create",
    summary:
      "Creates a personal token of a member and prints it; it cannot be shown again. Works on this " +
      "machine only: elsewhere the member creates the token in the web UI.",
    hostedOnly,
    examples: [
      {
        line: "gatehouse pat create ci@example.com --name ci --scope write --environment staging",
        text: "Creates a token that changes features in Staging for 90 days.",
      },
    ],
    options: [name, scope, environments, approve, expires, projectOption],
    positionals: [email],
    json: Type.Object({ ...fields, value: Type.String() }),
    async work({ given, admin, query }) {
      const slugs = given.valueOf(environments);
      const { token, value } = await admin.call("POST /members/:user/tokens", {
        params: { user: positionalValue(given, 0, email, parseEmail) },
        query,
        body: {
          name: given.valueOf(name),
          scope: given.valueOf(scope),
          approves: given.valueOf(approve),
          ...(slugs.length === 0 ? {} : { environments: slugs }),
          expiresInDays: Math.floor(given.valueOf(expires) / dayMs),
        },
      });
      return { ...tokenJson(token), value };
    },
    text: ({ value }) => `${value}\n`,
  });
}

function listCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "list",
    summary: "Lists the personal tokens of a member, without their values.",
    hostedOnly,
    examples: [{ line: "gatehouse pat list ci@example.com", text: "Lists the tokens." }],
    options: [],
    positionals: [email],
    json: TokensJson,
    async work({ given, admin }) {
      const { tokens } = await admin.call("GET /members/:user/tokens", {
        params: { user: positionalValue(given, 0, email, parseEmail) },
      });
      return { tokens: tokens.map(tokenJson) };
    },
    text: ({ tokens }, columns) =>
      tableOf(columns, tokens, [
        ["ID", (token) => token.id],
        ["NAME", (token) => token.name],
        ["SCOPE", (token) => (token.approves ? `${token.scope}, approve` : token.scope)],
        ["ENVIRONMENTS", (token) => token.environments?.join(", ") ?? "all"],
        ["EXPIRES", (token) => formatMinute(token.expires_at)],
        ["LAST USED", ({ last_used_at: at }) => (at === null ? "never" : formatMinute(at))],
      ]),
  });
}

function revokeCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "revoke",
    summary: "Revokes a personal token of a member: the next request with it is refused.",
    hostedOnly,
    examples: [
      { line: "gatehouse pat revoke ci@example.com 5Xb2", text: "Revokes the token 5Xb2." },
    ],
    options: [],
    positionals: [email, id],
    json: TokensJson,
    async work({ given, admin }) {
      const params = {
        user: positionalValue(given, 0, email, parseEmail),
        token: positionalValue(given, 1, id, parseLine),
      };
      const { tokens } = await admin.call("DELETE /members/:user/tokens/:token", { params });
      return { tokens: tokens.map(tokenJson) };
    },
    text: ({ tokens }) => `revoked the token; ${tokens.length} left\n`,
  });
}
