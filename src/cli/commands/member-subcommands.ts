import { type Static, Type } from "@sinclair/typebox";
import { allPages, pageSizeMax } from "../../api/admin/calls/all-pages.ts";
import { type Option, optionalOption, switchOption } from "../../config/option.ts";
import { settings } from "../../config/settings.ts";
import { parseOneOf } from "../../config/value-parsers.ts";
import { roleDefault, roles } from "../../core/model/role.ts";
import { foldCase } from "../../core/text/fold-case.ts";
import {
  InvitedJson,
  MemberJson,
  memberJson,
  personJson,
  RemovedJson,
} from "../answers/member-json.ts";
import { tokenJson } from "../answers/token-json.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { givenOnly } from "../options/given-only.ts";
import {
  emailPositional as email,
  parseEmail,
  parseKnown,
  parseLine,
} from "../options/name-parsers.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { formatMinute, tableOf, textTable } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import { projectQuery } from "../targets/admin-target.ts";
import type { ApiSenders } from "../targets/api-target.ts";
import { clearRoleCommand, roleInSentence, setRoleCommand } from "./member-role-subcommands.ts";

const name = optionalOption({
  flag: "name",
  placeholder: "NAME",
  description: "The member's name; the part of the address before the @ unless given.",
  parse: parseLine,
});
const project = { flag: "project", placeholder: "NAME", parse: parseKnown };
const joinedProject = optionalOption({
  ...project,
  description: "A project to which the member is added too.",
});
const listedProject = optionalOption({
  ...project,
  description: "Lists the members of this project only.",
});
const leftProject = optionalOption({
  ...project,
  description: "Removes the member from this project only.",
});

const revokeTokens = switchOption({
  flag: "revoke-tokens",
  description:
    "Revokes the active tokens that the member owns; with --project, only the tokens of this project.",
});

const roleNames = roles.join(", ");
const addedRole = optionalOption({
  flag: "role",
  placeholder: "ROLE",
  description:
    `What the member may do in the web UI: one of ${roleNames}. A new member is a ${roleDefault} ` +
    "unless given.",
  parse: parseOneOf(...roles),
});

/** A setting of the server, for the links that commands print. */
const publicUrl: Option<string | undefined> = {
  ...settings.publicUrl,
  description:
    "The public URL of the server, for the link; unless given, the URL of the server that uses " +
    "the data.",
};

/** `gatehouse member …`. */
export function memberSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "member",
    summary: "Adds, lists and removes the people of the organization or of a project.",
    commands: [
      addCommand(senders),
      resetCommand(senders),
      setRoleCommand(senders),
      clearRoleCommand(senders),
      listCommand(senders),
      removeCommand(senders),
    ],
  };
}

function addCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "add",
    summary:
      "Adds a member, or changes a member's name and role, and prints a one-time link to set a " +
      "password for the web UI, unless the member has one. With --project, the member also gets a " +
      "personal environment there.",
    examples: [
      {
        line: "gatehouse member add someone@example.com --role viewer",
        text: "Adds a person with read access to everything, and prints a link to set a password.",
      },
    ],
    options: [addedRole, name, joinedProject, publicUrl],
    positionals: [email],
    json: InvitedJson,
    async work({ given, admin }) {
      const { member, link } = await admin.call("POST /members", {
        body: {
          email: positionalValue(given, 0, email, parseEmail),
          known: "change",
          ...givenOnly({
            name: given.valueOf(name),
            role: given.valueOf(addedRole),
            project: given.valueOf(joinedProject),
            publicUrl: given.valueOf(publicUrl),
          }),
        },
      });
      return { ...memberJson(member), link: link?.url ?? null };
    },
    text: (member) => `${member.email} is ${roleInSentence[member.role]}\n${linkLines(member)}`,
  });
}

function resetCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "reset",
    summary:
      "Prints a new one-time link with which a member sets another password. It replaces an " +
      "earlier link; the password and the sessions stay valid until then.",
    examples: [
      {
        line: "gatehouse member reset someone@example.com",
        text: "Prints another link, such as for a lost password.",
      },
    ],
    options: [publicUrl],
    positionals: [email],
    json: InvitedJson,
    hostedOnly: "members sign in to a hosted server only, and this one is mountable",
    async work({ given, admin }) {
      const { member, link } = await admin.call("POST /members/:user/link", {
        params: { user: positionalValue(given, 0, email, parseEmail) },
        body: givenOnly({ publicUrl: given.valueOf(publicUrl) }),
      });
      return { ...memberJson(member), link: link.url };
    },
    text: linkLines,
  });
}

/** The lines with a link; empty without one. */
function linkLines({
  link,
  link_expires_at: end,
}: Pick<Immutable<Static<typeof InvitedJson>>, "link" | "link_expires_at">): string {
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

function listCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "list",
    summary: "Lists the members of the organization or of a project.",
    examples: [
      {
        line: "gatehouse member list",
        text: "Lists all people, with their roles and whether they have a password.",
      },
    ],
    options: [listedProject],
    positionals: [],
    json: Type.Object({ members: Type.Array(MemberJson) }),
    async work({ given, admin }) {
      const only = given.valueOf(listedProject);
      // The server refuses an unknown project.
      const query = { ...projectQuery(only), limit: pageSizeMax };
      const pages = await allPages((after) =>
        admin.call("GET /members", { query: { ...query, ...givenOnly({ after }) } }),
      );
      const members = pages.flatMap((page) => page.members);
      const isListed = ({ projects }: (typeof members)[number]) =>
        only === undefined || projects.some((each) => foldCase(each) === foldCase(only));
      return { members: members.filter(isListed).map(memberJson) };
    },
    text: ({ members }, columns) =>
      tableOf(columns, members, [
        ["ID", (member) => member.id],
        ["EMAIL", (member) => member.email],
        ["NAME", (member) => member.name],
        ["ROLE", (member) => member.role],
        [
          "PASSWORD",
          (member) =>
            member.has_password ? "yes" : member.link_expires_at === null ? "no" : "link sent",
        ],
        ["PROJECTS", (member) => member.projects.join(", ")],
        ["CREATED", (member) => formatMinute(member.created_at)],
      ]),
  });
}

function removeCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "remove",
    summary:
      "Removes a member with their personal environments and tokens. Lists the member's other tokens, " +
      "which still work unless they are revoked too.",
    examples: [
      {
        line: "gatehouse member remove someone@example.com --revoke-tokens",
        text: "Removes the person, and revokes the tokens that the person owns.",
      },
    ],
    options: [revokeTokens, leftProject],
    positionals: [email],
    json: RemovedJson,
    async work({ given, admin }) {
      const { person, tokens } = await admin.call("DELETE /members/:user", {
        params: { user: positionalValue(given, 0, email, parseEmail) },
        body: {
          revokeTokens: given.valueOf(revokeTokens),
          ...givenOnly({ project: given.valueOf(leftProject) }),
        },
      });
      return { ...personJson(person), tokens: tokens.map(tokenJson) };
    },
    text: removalText,
  });
}

function removalText(
  { email: address, tokens }: Immutable<Static<typeof RemovedJson>>,
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
