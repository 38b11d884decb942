import { type AdministerAt, administrationCommand } from "./administration-subcommand.ts";
import { textAt } from "./positional.ts";
import type { CommandGroup } from "./subcommand.ts";
import { printable, table } from "./text-table.ts";

/** `gatehouse project …`: a project has features, members and environments of its own. */
export function projectCommands(administerAt: AdministerAt): CommandGroup {
  return {
    name: "project",
    summary: "Creates and lists projects.",
    commands: [createCommand(administerAt), listCommand(administerAt)],
  };
}

function createCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "create",
    summary: "Creates a project with its Production; the first owner is its first member.",
    operation: "project.create",
    options: [],
    positionals: [{ placeholder: "NAME", description: "The project's name." }],
    input: (given) => ({ name: textAt(given, 0) }),
    text: (project) => `created project ${printable(project.name)}\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "list",
    summary: "Lists the projects.",
    operation: "project.list",
    options: [],
    positionals: [],
    input: () => ({}),
    text: ({ projects }) =>
      table(
        ["ID", "NAME", "FEATURES", "ENVIRONMENTS", "MEMBERS", "STRICT"],
        projects.map((project) => [
          project.id,
          project.name,
          project.features,
          project.environments,
          project.members,
          project.strict ? "yes" : "no",
        ]),
      ),
  });
}
