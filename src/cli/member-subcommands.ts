import {
  type AdministerAt,
  administrationCommand,
  textOption,
} from "./administration-subcommand.ts";
import { textAt } from "./positional.ts";
import type { CommandGroup } from "./subcommand.ts";
import { moment, table } from "./text-table.ts";

const email = { placeholder: "EMAIL", description: "The member's e-mail address." };
const name = textOption({
  flag: "name",
  placeholder: "NAME",
  description: "What the member is called; the start of the address unless given.",
});
const project = textOption({
  flag: "project",
  placeholder: "NAME",
  description: "A project's members, rather than the organization's.",
});

/** `gatehouse member …` (DESIGN.md sections 1 and 3). */
export function memberCommands(administerAt: AdministerAt): CommandGroup {
  return {
    name: "member",
    summary: "Adds, lists and removes members of the organization or of a project.",
    commands: [addCommand(administerAt), listCommand(administerAt), removeCommand(administerAt)],
  };
}

function addCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "add",
    summary: "Adds a member; one of a project gets a personal environment in it.",
    operation: "member.add",
    options: [name, project],
    positionals: [email],
    input: (given) => ({
      email: textAt(given, 0),
      name: given.valueOf(name),
      project: given.valueOf(project),
    }),
    text: (member) => `${member.email} is a member\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "list",
    summary: "Lists the members.",
    operation: "member.list",
    options: [project],
    positionals: [],
    input: (given) => ({ project: given.valueOf(project) }),
    text: ({ members }) =>
      table(
        ["ID", "EMAIL", "NAME", "PROJECTS", "CREATED"],
        members.map((member) => [
          member.id,
          member.email,
          member.name,
          member.projects.join(", "),
          moment(member.created_at),
        ]),
      ),
  });
}

function removeCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "remove",
    summary: "Ends a membership; personal environments and their tokens go with it.",
    operation: "member.remove",
    options: [project],
    positionals: [email],
    input: (given) => ({ email: textAt(given, 0), project: given.valueOf(project) }),
    text: (member) => `${member.email} is no longer a member\n`,
  });
}
