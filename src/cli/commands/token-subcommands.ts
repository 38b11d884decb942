import { Type } from "@sinclair/typebox";
import { allPages, pageSizeMax } from "../../api/admin/calls/all-pages.ts";
import { overlapHoursMax } from "../../api/admin/contract/token-models.ts";
import { mandatoryOption, optionalOption, switchOption } from "../../config/option.ts";
import {
  type ParseResult,
  parseDuration,
  parseInteger,
  parseOneOf,
} from "../../config/value-parsers.ts";
import { tokenAccesses } from "../../core/model/token.ts";
import { printable } from "../../core/text/printable.ts";
import { hourMs } from "../../core/time-units.ts";
import { byId, TokenJson, tokenFields, tokenJson } from "../answers/token-json.ts";
import { projectOption, textOption } from "../options/common-options.ts";
import { givenOnly } from "../options/given-only.ts";
import { parseEmail, parseLine } from "../options/name-parsers.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { filledTableOf, formatMinute } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import { type ApiSenders, segmentOf } from "../targets/api-target.ts";

const id = { placeholder: "ID", description: "The token's id, as gatehouse token list shows it." };
const name = mandatoryOption({
  flag: "name",
  placeholder: "NAME",
  description: "The token's name in lists; required.",
  parse: parseLine,
});
const environment = {
  flag: "environment",
  placeholder: "SLUG",
  description: "The slug of the token's environment; required.",
  completion: "environments" as const,
};
const environmentOption = mandatoryOption({ ...environment, parse: (value) => ({ value }) });
const onlyEnvironment = textOption({
  ...environment,
  description: "Lists the tokens of this environment only.",
});
const access = mandatoryOption({
  flag: "access",
  placeholder: "ACCESS",
  description: `The token's access, one of ${tokenAccesses.join(", ")}; required.`,
  parse: parseOneOf(...tokenAccesses),
});
const manages = switchOption({
  flag: "manage-environments",
  description: "Allows the token to create preview environments, and to delete them.",
});
const owner = optionalOption({
  flag: "owner",
  placeholder: "EMAIL",
  description:
    "The e-mail address of the member who owns the token; the first owner unless given, or with " +
    "--url the owner of the personal token.",
  parse: parseEmail,
});
const expires = optionalOption({
  flag: "expires",
  placeholder: "TIME",
  description: "How long the token is valid, such as 90d or 12h; without limit unless given.",
  parse: parseDuration("1m", "3650d"),
});
const overlap = optionalOption({
  flag: "overlap",
  placeholder: "TIME",
  description:
    "How many hours or days the earlier token stays valid, such as 48h; 24h unless given, 0h to revoke " +
    "it immediately.",
  parse: parseHours,
});
const revoked = switchOption({ flag: "revoked", description: "Lists revoked tokens too." });

/** The server counts in hours. */
function parseHours(text: string): ParseResult<number> {
  const parsed = parseDuration("0h", `${overlapHoursMax}h`)(text);
  return "value" in parsed && parsed.value % hourMs === 0
    ? { value: parsed.value / hourMs }
    : { reason: `must be hours or days, from 0h to ${overlapHoursMax}h` };
}

/** `gatehouse token …`. */
export function tokenSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "token",
    summary: "Creates, lists, replaces and revokes tokens.",
    commands: [
      createCommand(senders),
      listCommand(senders),
      rotateCommand(senders),
      revokeCommand(senders),
    ],
  };
}

function createCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "create",
    summary: "Creates a token and prints its value, which cannot be shown again.",
    examples: [
      {
        line: 'gatehouse token create --environment production --access read_only --name "web servers"',
        text: "Creates a token for servers that only read features.",
      },
      {
        line: "gatehouse token create --environment staging --access read_and_write --name ci --expires 90d",
        text: "Creates a token that a pipeline can use for 90 days.",
      },
    ],
    options: [name, environmentOption, access, manages, owner, expires, projectOption],
    positionals: [],
    json: Type.Object({ ...tokenFields, value: Type.String() }),
    async work({ given, admin, query }) {
      const { token, value } = await admin.call("POST /environments/:environment/tokens", {
        params: { environment: segmentOf(given.valueOf(environmentOption)) },
        query,
        body: {
          name: given.valueOf(name),
          access: given.valueOf(access),
          managesEnvironments: given.valueOf(manages),
          ...givenOnly({ owner: given.valueOf(owner), expiresInMs: given.valueOf(expires) }),
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
    summary: "Lists a project's tokens, without their values.",
    examples: [
      {
        line: "gatehouse token list --environment production --revoked",
        text: "Lists Production's tokens, with the revoked ones.",
      },
    ],
    options: [onlyEnvironment, revoked, projectOption],
    positionals: [],
    json: Type.Object({ tokens: Type.Array(TokenJson) }),
    async work({ given, admin, query }) {
      const slug = given.valueOf(onlyEnvironment);
      const params = { environment: segmentOf(slug) };
      const pages = await allPages((before) => {
        const asked = {
          ...query,
          ...(given.valueOf(revoked) ? { revoked: "true" as const } : {}),
          limit: pageSizeMax,
          ...givenOnly({ before }),
        };
        return slug === undefined
          ? admin.call("GET /tokens", { query: asked })
          : admin.call("GET /environments/:environment/tokens", { params, query: asked });
      });
      const tokens = pages.flatMap((page) => page.tokens);
      return { tokens: tokens.toSorted(byId).map(tokenJson) };
    },
    text: ({ tokens }, columns) =>
      filledTableOf(columns, tokens, [
        ["ID", (token) => token.id],
        ["NAME", (token) => token.name],
        ["ENVIRONMENT", (token) => token.environment],
        ["ACCESS", (token) => token.access],
        ["MANAGES", (token) => (token.manages_environments ? "yes" : "")],
        ["OWNER", (token) => token.owner],
        ["CREATED", (token) => formatMinute(token.created_at)],
        ["EXPIRES", (token) => formatMinute(token.expires_at)],
        ["REVOKED", (token) => formatMinute(token.revoked_at)],
      ]),
  });
}

function rotateCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "rotate",
    summary:
      "Creates a token with the name and the rights of another one, and prints its value. The earlier token " +
      "stays valid for a while.",
    examples: [
      {
        line: "gatehouse token rotate 2 --overlap 48h",
        text: "Leaves two days to give the servers the new value.",
      },
    ],
    options: [overlap, projectOption],
    positionals: [id],
    json: Type.Object({ ...tokenFields, value: Type.String(), earlier: TokenJson }),
    async work({ given, admin, query }) {
      const token = positionalValue(given, 0, id, parseInteger(1, Number.MAX_SAFE_INTEGER));
      const route = "POST /environments/:environment/tokens/:token/rotate";
      const rotated = await admin.call(route, {
        ...{ params: { environment: "*", token }, query },
        body: givenOnly({ overlapHours: given.valueOf(overlap) }),
      });
      const { value, earlier } = rotated;
      return { ...tokenJson(rotated.token), value, earlier: tokenJson(earlier) };
    },
    text: ({ value }) => `${value}\n`,
  });
}

function revokeCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "revoke",
    summary: "Revokes a token; the server refuses it from the next request on.",
    examples: [{ line: "gatehouse token revoke 2", text: "Revokes token 2." }],
    options: [projectOption],
    positionals: [id],
    json: TokenJson,
    async work({ given, admin, query }) {
      const token = positionalValue(given, 0, id, parseInteger(1, Number.MAX_SAFE_INTEGER));
      const params = { environment: "*", token };
      const route = "DELETE /environments/:environment/tokens/:token";
      return tokenJson((await admin.call(route, { params, query })).token);
    },
    text: (token) => `revoked token ${token.id} (${printable(token.name)})\n`,
  });
}
