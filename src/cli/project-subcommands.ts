import { printable } from "../text/printable.ts";
import { type AdministerAt, administrationSubcommand } from "./administration-subcommand.ts";
import { positionalText } from "./positional-arguments.ts";
import type { SubcommandGroup } from "./subcommand.ts";
import { textTable } from "./text-table.ts";

/** `gatehouse project …`: a project has its own features, members and environments. */
export function projectSubcommands(administerAt: AdministerAt): SubcommandGroup {
  return {
    name: "project",
    summary: "Creates and lists projects.",
    commands: [createCommand(administerAt), listCommand(administerAt)],
  };
}

function createCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "create",
    summary:
      "Creates a project with a Production environment; the first owner becomes its first member.",
    operation: "project.create",
    examples: [
      {
        line: 'gatehouse project create "Mobile apps"',
        text: "Creates a project with features and environments of its own.",
      },
    ],
    options: [],
    positionals: [{ placeholder: "NAME", description: "The project's name." }],
    input: (given) => ({ name: positionalText(given, 0) }),
    text: (project) => `created project ${printable(project.name)}\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "list",
    summary: "Lists the projects.",
    operation: "project.list",
    examples: [
      {
        line: "gatehouse project list --json",
        text: "Lists the projects for a script.",
      },
    ],
    options: [],
    positionals: [],
    input: () => ({}),
    text: ({ projects }, columns) =>
      textTable(
        ["ID", "NAME", "FEATURES", "ENVIRONMENTS", "MEMBERS", "STRICT"],
        projects.map((project) => [
          project.id,
          project.name,
          project.features,
          project.environments,
          project.members,
          project.strict ? "yes" : "no",
        ]),
        columns,
      ),
  });
}
