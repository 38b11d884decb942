import { mandatory, toggle } from "../config/option.ts";
import { integer, oneOf } from "../config/parse.ts";
import { tokenAccesses } from "../model/token.ts";
import {
  type AdministerAt,
  administrationCommand,
  projectOption,
  textOption,
} from "./administration-subcommand.ts";
import { positional } from "./positional.ts";
import type { CommandGroup } from "./subcommand.ts";
import { moment, printable, table } from "./text-table.ts";

const id = { placeholder: "ID", description: "The token's id, as the list shows it." };
const name = mandatory({
  flag: "name",
  placeholder: "NAME",
  description: "What the token is called in lists.",
  parse: (value) => ({ value }),
});
const environment = {
  flag: "environment",
  placeholder: "SLUG",
  description: "The environment that the token is for.",
};
const environmentOption = mandatory({ ...environment, parse: (value) => ({ value }) });
const onlyEnvironment = textOption({ ...environment, description: "Only this environment's." });
const access = mandatory({
  flag: "access",
  placeholder: "ACCESS",
  description: "What the token may do: read_only or read_and_write.",
  parse: oneOf(...tokenAccesses),
});
const manages = toggle({
  flag: "manage-environments",
  description: "Lets the token create preview environments, and delete those it created.",
});
const owner = textOption({
  flag: "owner",
  placeholder: "EMAIL",
  description: "The member who answers for the token, if not the first owner.",
});
const revoked = toggle({ flag: "revoked", description: "Shows revoked tokens too." });

/** `gatehouse token …` (DESIGN.md section 1). */
export function tokenCommands(administerAt: AdministerAt): CommandGroup {
  return {
    name: "token",
    summary: "Creates, lists and revokes tokens.",
    commands: [createCommand(administerAt), listCommand(administerAt), revokeCommand(administerAt)],
  };
}

function createCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "create",
    summary: "Creates a token and prints its value, which nobody can look up later.",
    operation: "token.create",
    options: [name, environmentOption, access, manages, owner, projectOption],
    positionals: [],
    input: (given) => ({
      name: given.valueOf(name),
      environment: given.valueOf(environmentOption),
      access: given.valueOf(access),
      manages_environments: given.valueOf(manages),
      owner: given.valueOf(owner),
      project: given.valueOf(projectOption),
    }),
    text: ({ value }) => `${value}\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "list",
    summary: "Lists a project's tokens; never their values.",
    operation: "token.list",
    options: [onlyEnvironment, revoked, projectOption],
    positionals: [],
    input: (given) => ({
      environment: given.valueOf(onlyEnvironment),
      revoked: given.valueOf(revoked),
      project: given.valueOf(projectOption),
    }),
    text: ({ tokens }) =>
      table(
        ["ID", "NAME", "ENVIRONMENT", "ACCESS", "MANAGES", "OWNER", "CREATED", "REVOKED"],
        tokens.map((token) => [
          token.id,
          token.name,
          token.environment,
          token.access,
          token.manages_environments ? "yes" : "no",
          token.owner,
          moment(token.created_at),
          moment(token.revoked_at),
        ]),
      ),
  });
}

function revokeCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "revoke",
    summary: "Revokes a token; it is refused from the next request on.",
    operation: "token.revoke",
    options: [],
    positionals: [id],
    input: (given) => ({ id: positional(given, 0, id, integer(1, Number.MAX_SAFE_INTEGER)) }),
    text: (token) => `revoked token ${token.id} (${printable(token.name)})\n`,
  });
}
