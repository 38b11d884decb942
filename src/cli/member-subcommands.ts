import type { OutputOf } from "../administration/administration-operations.ts";
import { type Option, optionalOption, switchOption } from "../config/option.ts";
import { settings } from "../config/settings.ts";
import { parseOneOf } from "../config/value-parsers.ts";
import { type Role, roleDefault, roles } from "../model/role.ts";
import {
  type AdministerAt,
  administrationSubcommand,
  textOption,
} from "./administration-subcommand.ts";
import { positionalText, positionalValue } from "./positional-arguments.ts";
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

const roleNames = roles.join(", ");
const rolePositional = { placeholder: "ROLE", description: `One of ${roleNames}.`, values: roles };
const addedRole = optionalOption({
  flag: "role",
  placeholder: "ROLE",
  description:
    `What the member may do in the web UI: one of ${roleNames}. A new member is a ${roleDefault} ` +
    "unless given.",
  parse: parseOneOf(...roles),
});

/** The setting of the server, for the links that commands print. */
const publicUrl: Option<string | undefined> = {
  ...settings.publicUrl,
  description:
    "The server's URL for people, with which the link begins; unless given, the URL of the server " +
    "that uses the data.",
};

/** `gatehouse member …`. */
export function memberSubcommands(administerAt: AdministerAt): SubcommandGroup {
  return {
    name: "member",
    summary: "Adds, lists and removes the people of the organization or of a project.",
    commands: [
      addCommand(administerAt),
      resetCommand(administerAt),
      setRoleCommand(administerAt),
      listCommand(administerAt),
      removeCommand(administerAt),
    ],
  };
}

function addCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "add",
    summary:
      "Adds a member, or changes a member's name and role, and prints a one-time link to set a " +
      "password for the web UI, unless the member has one. With --project, the member also gets a " +
      "personal environment there.",
    operation: "member.add",
    examples: [
      {
        line: "gatehouse member add someone@example.com --role viewer",
        text: "Adds a person who may look at everything, and prints a link to set a password.",
      },
    ],
    options: [addedRole, name, joinedProject, publicUrl],
    positionals: [email],
    input: (given) => ({
      email: positionalText(given, 0),
      name: given.valueOf(name),
      role: given.valueOf(addedRole),
      project: given.valueOf(joinedProject),
      public_url: given.valueOf(publicUrl),
    }),
    text: (member) => `${member.email} is ${roleInSentence[member.role]}\n${linkLines(member)}`,
  });
}

function resetCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "reset",
    summary:
      "Prints a new one-time link with which a member sets another password. It replaces an " +
      "earlier link; the password and the sessions stay until it is used.",
    operation: "member.reset",
    examples: [
      {
        line: "gatehouse member reset someone@example.com",
        text: "Prints another link, such as for a lost password.",
      },
    ],
    options: [publicUrl],
    positionals: [email],
    input: (given) => ({
      email: positionalText(given, 0),
      public_url: given.valueOf(publicUrl),
    }),
    text: linkLines,
  });
}

function setRoleCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "set-role",
    summary: `Changes what a member may do in the web UI, to one of ${roleNames}.`,
    operation: "member.set_role",
    examples: [
      {
        line: "gatehouse member set-role someone@example.com admin",
        text: "Lets the person manage environments, tokens, groups and imports.",
      },
    ],
    options: [],
    positionals: [email, rolePositional],
    input: (given) => ({
      email: positionalText(given, 0),
      role: positionalValue(given, 1, rolePositional, parseOneOf(...roles)),
    }),
    text: (member) => `${member.email} is ${roleInSentence[member.role]}\n`,
  });
}

const roleInSentence: Readonly<Record<Role, string>> = {
  owner: "an owner",
  admin: "an admin",
  member: "a member",
  viewer: "a viewer",
};

/** The lines with a link; none without one. */
function linkLines({
  link,
  link_expires_at: end,
}: Pick<OutputOf<"member.reset">, "link" | "link_expires_at">): string {
  if (link === null) {
    return "";
  }
  const isPath = link.startsWith("/");
  return [
    `This link sets a password for the web UI. It works once, until ${formatMinute(end)} UTC:`,
    "",
    `  ${link}`,
    "",
    ...(isPath ? ["Put the server's URL in front of it; --public-url does that.", ""] : []),
    "",
  ].join("\n");
}

function listCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "list",
    summary: "Lists the members of the organization or of a project.",
    operation: "member.list",
    examples: [
      {
        line: "gatehouse member list",
        text: "Lists all people, with their roles and whether they have a password.",
      },
    ],
    options: [listedProject],
    positionals: [],
    input: (given) => ({ project: given.valueOf(listedProject) }),
    text: ({ members }, columns) =>
      textTable(
        ["ID", "EMAIL", "NAME", "ROLE", "PASSWORD", "PROJECTS", "CREATED"],
        members.map((member) => [
          member.id,
          member.email,
          member.name,
          member.role,
          member.has_password ? "yes" : member.link_expires_at === null ? "no" : "link sent",
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
    examples: [
      {
        line: "gatehouse member remove someone@example.com --revoke-tokens",
        text: "Removes the person, and revokes the tokens that the person owns.",
      },
    ],
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
