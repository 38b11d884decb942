import { mandatoryOption, optionalOption, switchOption } from "../config/option.ts";
import { parseDuration, parseInteger, parseOneOf } from "../config/value-parsers.ts";
import { tokenAccesses } from "../model/token.ts";
import { printable } from "../text/printable.ts";
import {
  type AdministerAt,
  administrationSubcommand,
  projectOption,
  textOption,
} from "./administration-subcommand.ts";
import { positionalValue } from "./positional-arguments.ts";
import type { SubcommandGroup } from "./subcommand.ts";
import { formatMinute, textTableOfFilled } from "./text-table.ts";

const id = { placeholder: "ID", description: "The token's id, as gatehouse token list shows it." };
const name = mandatoryOption({
  flag: "name",
  placeholder: "NAME",
  description: "The token's name in lists; required.",
  parse: (value) => ({ value }),
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
  description: "Allows the token to create preview environments, and to delete those.",
});
const owner = textOption({
  flag: "owner",
  placeholder: "EMAIL",
  description: "The e-mail address of the member who owns the token; the first owner unless given.",
});
const expires = optionalOption({
  flag: "expires",
  placeholder: "TIME",
  description: "How long the token can be used, such as 90d or 12h; without end unless given.",
  parse: parseDuration("1m", "3650d"),
});
const revoked = switchOption({ flag: "revoked", description: "Lists revoked tokens too." });

/** `gatehouse token …`. */
export function tokenSubcommands(administerAt: AdministerAt): SubcommandGroup {
  return {
    name: "token",
    summary: "Creates, lists and revokes tokens.",
    commands: [createCommand(administerAt), listCommand(administerAt), revokeCommand(administerAt)],
  };
}

function createCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "create",
    summary: "Creates a token and prints its value, which cannot be shown again.",
    operation: "token.create",
    examples: [
      {
        line: 'gatehouse token create --environment production --access read_only --name "web servers"',
        text: "Creates a token for servers that only ask for features.",
      },
      {
        line: "gatehouse token create --environment staging --access read_and_write --name ci --expires 90d",
        text: "Creates a token that a pipeline can use for 90 days.",
      },
    ],
    options: [name, environmentOption, access, manages, owner, expires, projectOption],
    positionals: [],
    input: (given) => ({
      name: given.valueOf(name),
      environment: given.valueOf(environmentOption),
      access: given.valueOf(access),
      manages_environments: given.valueOf(manages),
      owner: given.valueOf(owner),
      expires: given.valueOf(expires),
      project: given.valueOf(projectOption),
    }),
    text: ({ value }) => `${value}\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "list",
    summary: "Lists a project's tokens, without their values.",
    operation: "token.list",
    examples: [
      {
        line: "gatehouse token list --environment production --revoked",
        text: "Lists Production's tokens, and those that were revoked.",
      },
    ],
    options: [onlyEnvironment, revoked, projectOption],
    positionals: [],
    input: (given) => ({
      environment: given.valueOf(onlyEnvironment),
      revoked: given.valueOf(revoked),
      project: given.valueOf(projectOption),
    }),
    text: ({ tokens }, columns) =>
      textTableOfFilled(
        [
          "ID",
          "NAME",
          "ENVIRONMENT",
          "ACCESS",
          "MANAGES",
          "OWNER",
          "CREATED",
          "EXPIRES",
          "REVOKED",
        ],
        tokens.map((token) => [
          token.id,
          token.name,
          token.environment,
          token.access,
          token.manages_environments ? "yes" : "",
          token.owner,
          formatMinute(token.created_at),
          formatMinute(token.expires_at),
          formatMinute(token.revoked_at),
        ]),
        columns,
      ),
  });
}

function revokeCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "revoke",
    summary: "Revokes a token; it is refused from the next request on.",
    operation: "token.revoke",
    examples: [{ line: "gatehouse token revoke 2", text: "Revokes the token with the id 2." }],
    options: [],
    positionals: [id],
    input: (given) => ({
      id: positionalValue(given, 0, id, parseInteger(1, Number.MAX_SAFE_INTEGER)),
    }),
    text: (token) => `revoked token ${token.id} (${printable(token.name)})\n`,
  });
}
