import { mandatoryOption } from "../config/option.ts";
import { parseInteger } from "../config/value-parsers.ts";
import { printable } from "../text/printable.ts";
import { type AdministerAt, administrationSubcommand } from "./administration-subcommand.ts";
import { positionalValue } from "./positional-arguments.ts";
import type { SubcommandGroup } from "./subcommand.ts";
import { formatMinute, textTable } from "./text-table.ts";

const id = {
  placeholder: "ID",
  description: "The replica's id, as gatehouse replica list shows it.",
};
const name = mandatoryOption({
  flag: "name",
  placeholder: "NAME",
  description: "The replica's name in lists; required.",
  parse: (value) => ({ value }),
});

/** `gatehouse replica …`. */
export function replicaSubcommands(administerAt: AdministerAt): SubcommandGroup {
  return {
    name: "replica",
    summary: "Creates, lists and revokes the tokens of servers that follow this one.",
    commands: [
      administrationSubcommand(administerAt, {
        name: "create",
        summary: "Creates the token of a replica and prints it; it cannot be shown again.",
        operation: "replica.create",
        examples: [
          {
            line: "gatehouse replica create --name frankfurt",
            text: "Creates a token, which gatehouse serve --mode replica needs.",
          },
        ],
        options: [name],
        positionals: [],
        input: (given) => ({ name: given.valueOf(name) }),
        text: ({ value }) => `${value}\n`,
      }),
      administrationSubcommand(administerAt, {
        name: "list",
        summary: "Lists the replicas, without their tokens.",
        operation: "replica.list",
        examples: [{ line: "gatehouse replica list", text: "Lists the replicas." }],
        options: [],
        positionals: [],
        input: () => ({}),
        text: ({ replicas }, columns) =>
          textTable(
            ["ID", "NAME", "CREATED"],
            replicas.map((each) => [each.id, each.name, formatMinute(each.created_at)]),
            columns,
          ),
      }),
      administrationSubcommand(administerAt, {
        name: "revoke",
        summary: "Revokes the token of a replica, which then receives no more changes.",
        operation: "replica.revoke",
        examples: [{ line: "gatehouse replica revoke 2", text: "Revokes the replica 2." }],
        options: [],
        positionals: [id],
        input: (given) => ({
          id: positionalValue(given, 0, id, parseInteger(1, Number.MAX_SAFE_INTEGER)),
        }),
        text: (replica) => `revoked replica ${replica.id} (${printable(replica.name)})\n`,
      }),
    ],
  };
}
