import type { InputOf } from "../../api/admin/calls/admin-call.ts";
import type { Arguments } from "../../config/arguments.ts";
import { ConfigError } from "../../config/config-error.ts";
import { optionalOption } from "../../config/option.ts";
import { type ParseResult, parseInteger, parseOneOf } from "../../config/value-parsers.ts";
import { auditActions } from "../../core/model/audit.ts";
import type { Target } from "../targets/api-target.ts";
import { givenOnly } from "./given-only.ts";

const id = parseInteger(1, Number.MAX_SAFE_INTEGER);
export const parseAuditId = id;

export const auditFeatures = {
  placeholder: "KEY",
  description: "Only audits of these features.",
  optional: true,
  completion: "features" as const,
};

/** The filters of both audit commands. */
export const auditFilters = {
  action: optionalOption({
    flag: "action",
    placeholder: "ACTION",
    description: "Only audits of this action, such as enable or percentage_of_actors.",
    parse: parseOneOf(...auditActions),
  }),
  by: optionalOption({
    flag: "by",
    placeholder: "TYPE:ID",
    description: "Only audits of one author: token:3, or user:1 for a member.",
    parse: parseAuthor,
  }),
  text: optionalOption({
    flag: "text",
    placeholder: "TEXT",
    description:
      "Only audits with this text in the feature's key, the value, the reason or the author's name, in " +
      "any letter case.",
    parse: parseSearched,
  }),
} as const;

export function parseSearched(value: string): ParseResult<string> {
  return value === "" ? { reason: "must not be empty" } : { value };
}

const authorForm = /^(?<type>token|user):(?<id>\d{1,15})$/i;

/** The value is in the form of the API: `Token:3`. */
function parseAuthor(text: string): ParseResult<string> {
  const { type, id: number } = authorForm.exec(text)?.groups ?? {};
  return type === undefined
    ? { reason: "must be token:ID or user:ID" }
    : { value: `${type.toLowerCase() === "token" ? "Token" : "User"}:${number}` };
}

export type AuditPageQuery = NonNullable<InputOf<"GET /environments/:environment/audits">["query"]>;

/** The most audits of one request. */
export const auditPageMax = 250;

const keysMax = 100;

/** The query of both commands. Throws a ConfigError for too many features. */
export function auditQuery(given: Arguments, { in: project }: Pick<Target, "in">): AuditPageQuery {
  const keys = [...new Set(given.positionals)];
  if (keys.length > keysMax) {
    throw new ConfigError(`at most ${keysMax} features can be named`);
  }
  return {
    ...project,
    ...givenOnly({
      keys: keys.length === 0 ? undefined : JSON.stringify(keys),
      action: given.valueOf(auditFilters.action),
      actor: given.valueOf(auditFilters.by),
      text: given.valueOf(auditFilters.text),
    }),
  };
}
