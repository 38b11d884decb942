import { printable } from "../text/printable.ts";
import {
  type AdministerAt,
  administrationSubcommand,
  projectOption,
} from "./administration-subcommand.ts";
import { positionalText } from "./positional-arguments.ts";
import type { SubcommandGroup } from "./subcommand.ts";
import { formatMinute, textTable } from "./text-table.ts";

const name = {
  placeholder: "NAME",
  description: "The environment's name; its slug is made from it.",
};
const slug = {
  placeholder: "SLUG",
  description: "The environment's slug, as gatehouse environment list shows it.",
  completion: "environments" as const,
};
const feature = {
  placeholder: "FEATURE",
  description: "A feature to mirror; all features with an override unless given.",
  optional: true,
  completion: "features" as const,
};

/** `gatehouse environment …`. */
export function environmentSubcommands(administerAt: AdministerAt): SubcommandGroup {
  return {
    name: "environment",
    summary: "Creates, lists and deletes environments, and makes them mirror Production again.",
    commands: [
      createCommand(administerAt),
      listCommand(administerAt),
      deleteCommand(administerAt),
      mirrorCommand(administerAt),
    ],
  };
}

function createCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "create",
    summary:
      "Creates a custom environment. Each feature mirrors Production until it is changed there.",
    operation: "environment.create",
    examples: [
      {
        line: 'gatehouse environment create "Load test"',
        text: "Creates an environment with the slug load-test.",
      },
    ],
    options: [projectOption],
    positionals: [name],
    input: (given) => ({ name: positionalText(given, 0), project: given.valueOf(projectOption) }),
    text: (environment) => `created environment ${environment.slug}\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "list",
    summary: "Lists a project's environments.",
    operation: "environment.list",
    examples: [
      {
        line: "gatehouse environment list",
        text: "Lists the environments, and how many features each of them overrides.",
      },
    ],
    options: [projectOption],
    positionals: [],
    input: (given) => ({ project: given.valueOf(projectOption) }),
    text: ({ environments }, columns) =>
      textTable(
        ["ID", "SLUG", "NAME", "STATE", "OVERRIDES", "CREATED"],
        environments.map((environment) => [
          environment.id,
          environment.slug,
          environment.name,
          environment.state,
          environment.overrides,
          formatMinute(environment.created_at),
        ]),
        columns,
      ),
  });
}

function deleteCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "delete",
    summary: "Deletes a custom environment with its tokens, gates and audits.",
    operation: "environment.delete",
    examples: [
      {
        line: "gatehouse environment delete load-test",
        text: "Deletes the environment; its tokens are refused from then on.",
      },
    ],
    options: [projectOption],
    positionals: [slug],
    input: (given) => ({ slug: positionalText(given, 0), project: given.valueOf(projectOption) }),
    text: (environment) => `deleted environment ${environment.slug}\n`,
  });
}

function mirrorCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "mirror",
    summary: "Removes overrides from an environment, so that the features mirror Production again.",
    operation: "environment.mirror",
    examples: [
      {
        line: "gatehouse environment mirror staging search new_checkout",
        text: "Makes two features of staging follow Production again.",
      },
      {
        line: "gatehouse environment mirror staging",
        text: "Makes all features of staging follow Production again.",
      },
    ],
    options: [projectOption],
    positionals: [slug, feature],
    repeats: true,
    input: (given) => ({
      slug: positionalText(given, 0),
      features: given.positionals.slice(1),
      project: given.valueOf(projectOption),
    }),
    text: ({ features }) =>
      features.length === 0
        ? "nothing to mirror\n"
        : features.map((key) => `mirrored ${printable(key)}\n`).join(""),
  });
}
