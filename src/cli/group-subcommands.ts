import { oneOf } from "../config/parse.ts";
import {
  type AdministerAt,
  administrationCommand,
  projectOption,
} from "./administration-subcommand.ts";
import { positional, textAt } from "./positional.ts";
import type { CommandGroup } from "./subcommand.ts";
import { printable } from "./text-table.ts";

const name = { placeholder: "NAME", description: "The group's name." };
const state = { placeholder: "STATE", description: "on or off." };

/** `gatehouse group …`: the registry of a project's groups (DESIGN.md section 6). */
export function groupCommands(administerAt: AdministerAt): CommandGroup {
  return {
    name: "group",
    summary: "Registers groups, lists and removes them, and makes a project strict about them.",
    commands: [
      addCommand(administerAt),
      listCommand(administerAt),
      removeCommand(administerAt),
      strictCommand(administerAt),
    ],
  };
}

function addCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "add",
    summary: "Registers a group.",
    operation: "group.add",
    options: [projectOption],
    positionals: [name],
    input: (given) => ({ name: textAt(given, 0), project: given.valueOf(projectOption) }),
    text: (group) =>
      group.added
        ? `added group ${printable(group.name)}\n`
        : `group ${printable(group.name)} was registered already\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "list",
    summary: "Lists a project's registered groups, one a line.",
    operation: "group.list",
    options: [projectOption],
    positionals: [],
    input: (given) => ({ project: given.valueOf(projectOption) }),
    text: ({ groups }) => groups.map((group) => `${printable(group)}\n`).join(""),
  });
}

function removeCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "remove",
    summary: "Removes a group from the registry; gates that name it go on naming it.",
    operation: "group.remove",
    options: [projectOption],
    positionals: [name],
    input: (given) => ({ name: textAt(given, 0), project: given.valueOf(projectOption) }),
    text: (group) => `removed group ${printable(group.name)}\n`,
  });
}

function strictCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "strict",
    summary: "Says whether gates may name registered groups only.",
    operation: "group.strict",
    options: [projectOption],
    positionals: [state],
    input: (given) => ({
      strict: positional(given, 0, state, oneOf("on", "off")) === "on",
      project: given.valueOf(projectOption),
    }),
    text: ({ project, strict }) =>
      `${printable(project)} ${strict ? "takes registered groups only" : "takes any group"}\n`,
  });
}
