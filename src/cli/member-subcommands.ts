import type { OutputOf } from "../administration/administration-operations.ts";
import { switchOption } from "../config/option.ts";
import {
  type AdministerAt,
  administrationSubcommand,
  textOption,
} from "./administration-subcommand.ts";
import { positionalText } from "./positional-arguments.ts";
import type { SubcommandGroup } from "./subcommand.ts";
import { formatMinute, textTable } from "./text-table.ts";

const email = { placeholder: "EMAIL", description: "The member's e-mail address." };
const name = textOption({
  flag: "name",
  placeholder: "NAME",
  description: "The member's name; the part of the address before the @ unless given.",
});
const project = { flag: "project", placeholder: "NAME" };
const joinedProject = textOption({
  ...project,
  description: "A project to which the member is added too.",
});
const listedProject = textOption({
  ...project,
  description: "Lists the members of this project only.",
});
const leftProject = textOption({
  ...project,
  description: "Removes the member from this project only.",
});

const revokeTokens = switchOption({
  flag: "revoke-tokens",
  description:
    "Revokes the active tokens that the member owns; with --project, those of this project.",
});

/** `gatehouse member …`. */
export function memberSubcommands(administerAt: AdministerAt): SubcommandGroup {
  return {
    name: "member",
    summary: "Adds, lists and removes members of the organization or of a project.",
    commands: [addCommand(administerAt), listCommand(administerAt), removeCommand(administerAt)],
  };
}

function addCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "add",
    summary: "Adds a member. With --project, the member also gets a personal environment there.",
    operation: "member.add",
    options: [name, joinedProject],
    positionals: [email],
    input: (given) => ({
      email: positionalText(given, 0),
      name: given.valueOf(name),
      project: given.valueOf(joinedProject),
    }),
    text: (member) => `${member.email} is a member\n`,
  });
}

function listCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "list",
    summary: "Lists the members of the organization or of a project.",
    operation: "member.list",
    options: [listedProject],
    positionals: [],
    input: (given) => ({ project: given.valueOf(listedProject) }),
    text: ({ members }, columns) =>
      textTable(
        ["ID", "EMAIL", "NAME", "PROJECTS", "CREATED"],
        members.map((member) => [
          member.id,
          member.email,
          member.name,
          member.projects.join(", "),
          formatMinute(member.created_at),
        ]),
        columns,
      ),
  });
}

function removeCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "remove",
    summary:
      "Removes a member, with the member's personal environments and their tokens. Names the other " +
      "tokens that the member owns, which still work unless they are revoked too.",
    operation: "member.remove",
    options: [revokeTokens, leftProject],
    positionals: [email],
    input: (given) => ({
      email: positionalText(given, 0),
      revoke_tokens: given.valueOf(revokeTokens),
      project: given.valueOf(leftProject),
    }),
    text: removalText,
  });
}

function removalText(
  { email: address, tokens }: OutputOf<"member.remove">,
  columns: number,
): string {
  const rows = tokens.map(({ id, name: tokenName, project: of, environment, revoked_at }) => [
    id,
    tokenName,
    of,
    environment,
    revoked_at === null ? "active" : "revoked",
  ]);
  const isAnyActive = tokens.some(({ revoked_at }) => revoked_at === null);
  return [
    `${address} is no longer a member\n`,
    tokens.length === 0
      ? ""
      : textTable(["TOKEN", "NAME", "PROJECT", "ENVIRONMENT", "STATE"], rows, columns),
    isAnyActive ? "active tokens still work; gatehouse token revoke ID revokes one\n" : "",
  ].join("");
}
