import type { Static } from "@sinclair/typebox";
import { mandatoryOption, optionalOption } from "../../config/option.ts";
import { parseOneOf } from "../../config/value-parsers.ts";
import { environmentRoles, type Role, roles } from "../../core/model/role.ts";
import { MemberJson, memberJson } from "../answers/member-json.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { projectOption } from "../options/common-options.ts";
import { emailPositional as email, parseEmail, parseKnown } from "../options/name-parsers.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import { type ApiSenders, segmentOf } from "../targets/api-target.ts";

const environment = {
  flag: "environment",
  placeholder: "SLUG",
  completion: "environments" as const,
  parse: parseKnown,
};
const roleEnvironment = optionalOption({
  ...environment,
  description: "The slug of the environment in which the member gets the role.",
});
const clearedEnvironment = mandatoryOption({
  ...environment,
  description: "The slug of the environment; required.",
});

const roleNames = roles.join(", ");
const rolePositional = { placeholder: "ROLE", description: `One of ${roleNames}.`, values: roles };

export function setRoleCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "set-role",
    summary:
      `Changes what a member may do in the web UI, to one of ${roleNames}. With --environment, in ` +
      "this environment only, to one of admin, member, viewer; an owner stays an owner there.",
    examples: [
      {
        line: "gatehouse member set-role someone@example.com admin",
        text: "Lets the person manage environments, tokens, groups and imports.",
      },
      {
        line: "gatehouse member set-role someone@example.com viewer --environment production",
        text: "Lets the person only read in Production.",
      },
    ],
    options: [roleEnvironment, projectOption],
    positionals: [email, rolePositional],
    json: MemberJson,
    async work({ given, admin, query }) {
      const user = positionalValue(given, 0, email, parseEmail);
      const environment = given.valueOf(roleEnvironment);
      if (environment !== undefined) {
        const { member } = await admin.call("PUT /members/:user/environments/:environment", {
          params: { user, environment: segmentOf(environment) },
          query,
          body: {
            role: positionalValue(given, 1, rolePositional, parseOneOf(...environmentRoles)),
          },
        });
        return memberJson(member);
      }
      const { member } = await admin.call("PATCH /members/:user", {
        params: { user },
        body: { role: positionalValue(given, 1, rolePositional, parseOneOf(...roles)) },
      });
      return memberJson(member);
    },
    text: rolesText,
  });
}

export function clearRoleCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "clear-role",
    summary: "Returns to a member's role in the organization, in one environment.",
    examples: [
      {
        line: "gatehouse member clear-role someone@example.com --environment production",
        text: "Deletes the role that the person has in Production only.",
      },
    ],
    options: [clearedEnvironment, projectOption],
    positionals: [email],
    json: MemberJson,
    async work({ given, admin, query }) {
      const { member } = await admin.call("DELETE /members/:user/environments/:environment", {
        params: {
          user: positionalValue(given, 0, email, parseEmail),
          environment: segmentOf(given.valueOf(clearedEnvironment)),
        },
        query,
      });
      return memberJson(member);
    },
    text: rolesText,
  });
}

function rolesText(member: Immutable<Static<typeof MemberJson>>): string {
  const there = member.environment_roles.map(
    ({ project: of, environment, role }) => `in ${environment} of ${of}: ${roleInSentence[role]}\n`,
  );
  return [`${member.email} is ${roleInSentence[member.role]}\n`, ...there].join("");
}

export const roleInSentence: Readonly<Record<Role, string>> = {
  owner: "an owner",
  admin: "an admin",
  member: "a member",
  viewer: "a viewer",
};
