import type { OutputOf } from "../administration/administration-operations.ts";
import { parseOneOf } from "../config/value-parsers.ts";
import { printable } from "../text/printable.ts";
import {
  type AdministerAt,
  administrationSubcommand,
  projectOption,
} from "./administration-subcommand.ts";
import { positionalText, positionalValue } from "./positional-arguments.ts";
import type { SubcommandGroup } from "./subcommand.ts";

const name = { placeholder: "NAME", description: "The group's name." };
const state = {
  placeholder: "STATE",
  description: "on: gates accept registered groups only; off: gates accept any group.",
  values: ["on", "off"] as const,
};

/** `gatehouse group …`: the registered groups of a project (docs/api.md#keys-and-groups). */
export function groupSubcommands(administerAt: AdministerAt): SubcommandGroup {
  return {
    name: "group",
    summary: "Registers, lists and removes groups, and restricts gates to registered groups.",
    commands: [
      addCommand(administerAt),
      listCommand(administerAt),
      removeCommand(administerAt),
      strictCommand(administerAt),
    ],
  };
}

function addCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "add",
    summary:
      "Registers a group, in hosted mode. In mountable mode, groups come from --group or the library.",
    operation: "group.add",
    examples: [{ line: "gatehouse group add admins", text: "Registers the group admins." }],
    options: [projectOption],
    positionals: [name],
    input: (given) => ({ name: positionalText(given, 0), project: given.valueOf(projectOption) }),
    text: (group) =>
      group.added
        ? `added group ${printable(group.name)}\n`
        : `group ${printable(group.name)} was registered already\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "list",
    summary:
      "Lists a project's registered groups, one per line, and the webhooks that reported them.",
    operation: "group.list",
    examples: [{ line: "gatehouse group list", text: "Lists the groups of the first project." }],
    options: [projectOption],
    positionals: [],
    input: (given) => ({ project: given.valueOf(projectOption) }),
    text: ({ groups, told }) =>
      groups.map((name) => `${printable(name)}${tellersOf(name, told)}\n`).join(""),
  });
}

function removeCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "remove",
    summary: "Removes a group from the registered groups; gates that are enabled for it keep it.",
    operation: "group.remove",
    examples: [
      {
        line: "gatehouse group remove admins",
        text: "Removes admins from the registered groups.",
      },
    ],
    options: [projectOption],
    positionals: [name],
    input: (given) => ({ name: positionalText(given, 0), project: given.valueOf(projectOption) }),
    text: (group) => `removed group ${printable(group.name)}\n`,
  });
}

function strictCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "strict",
    summary: "Sets whether gates accept registered groups only.",
    operation: "group.strict",
    examples: [
      {
        line: "gatehouse group strict on",
        text: "Refuses gates for groups that are not registered, such as misspelt ones.",
      },
    ],
    options: [projectOption],
    positionals: [state],
    input: (given) => ({
      strict: positionalValue(given, 0, state, parseOneOf(...state.values)) === "on",
      project: given.valueOf(projectOption),
    }),
    text: ({ project, strict }) =>
      `${printable(project)} ${strict ? "accepts registered groups only" : "accepts any group"}\n`,
  });
}

function tellersOf(name: string, told: OutputOf<"group.list">["told"]): string {
  const tellers = told
    .filter(({ group }) => group === name)
    .map(({ webhook, name: webhookName }) => `webhook ${webhook} (${printable(webhookName)})`);
  return tellers.length === 0 ? "" : `  reported by ${tellers.join(", ")}`;
}
