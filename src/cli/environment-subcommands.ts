import {
  type AdministerAt,
  administrationCommand,
  projectOption,
} from "./administration-subcommand.ts";
import { textAt } from "./positional.ts";
import type { CommandGroup } from "./subcommand.ts";
import { moment, printable, table } from "./text-table.ts";

const name = { placeholder: "NAME", description: "Its name; the slug is made from it." };
const slug = { placeholder: "SLUG", description: "The environment's slug, as the list shows it." };
const feature = {
  placeholder: "FEATURE",
  description: "A feature; all that were written in the environment unless any is named.",
  optional: true,
};

/** `gatehouse environment …` (DESIGN.md section 1). */
export function environmentCommands(administerAt: AdministerAt): CommandGroup {
  return {
    name: "environment",
    summary: "Creates, lists and deletes environments, and lets them follow Production again.",
    commands: [
      createCommand(administerAt),
      listCommand(administerAt),
      deleteCommand(administerAt),
      mirrorCommand(administerAt),
    ],
  };
}

function createCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "create",
    summary: "Creates a custom environment, which follows Production until it is written in.",
    operation: "environment.create",
    options: [projectOption],
    positionals: [name],
    input: (given) => ({ name: textAt(given, 0), project: given.valueOf(projectOption) }),
    text: (environment) => `created environment ${environment.slug}\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "list",
    summary: "Lists a project's environments.",
    operation: "environment.list",
    options: [projectOption],
    positionals: [],
    input: (given) => ({ project: given.valueOf(projectOption) }),
    text: ({ environments }) =>
      table(
        ["ID", "SLUG", "NAME", "STATE", "OVERRIDES", "CREATED"],
        environments.map((environment) => [
          environment.id,
          environment.slug,
          environment.name,
          environment.state,
          environment.overrides,
          moment(environment.created_at),
        ]),
      ),
  });
}

function deleteCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "delete",
    summary: "Deletes a custom environment with its tokens, gates and audits.",
    operation: "environment.delete",
    options: [projectOption],
    positionals: [slug],
    input: (given) => ({ slug: textAt(given, 0), project: given.valueOf(projectOption) }),
    text: (environment) => `deleted environment ${environment.slug}\n`,
  });
}

function mirrorCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "mirror",
    summary: "Drops what was written in an environment, so that it follows Production again.",
    operation: "environment.mirror",
    options: [projectOption],
    positionals: [slug, feature],
    repeats: true,
    input: (given) => ({
      slug: textAt(given, 0),
      features: given.positionals.slice(1),
      project: given.valueOf(projectOption),
    }),
    text: ({ features }) =>
      features.length === 0
        ? "nothing to mirror\n"
        : features.map((key) => `mirrored ${printable(key)}\n`).join(""),
  });
}
