import { type Static, Type } from "@sinclair/typebox";
import { parseOneOf } from "../../config/value-parsers.ts";
import { printable } from "../../core/text/printable.ts";
import { Id } from "../answers/json-schemas.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { projectOption } from "../options/common-options.ts";
import { parseKnown, parseLine } from "../options/name-parsers.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";

const name = { placeholder: "NAME", description: "The group's name." };
const state = {
  placeholder: "STATE",
  description: "on: gates accept registered groups only; off: gates accept any group.",
  values: ["on", "off"] as const,
};

const groupsOfHost =
  "this data is used in mountable mode, where groups come from --group, or from the option " +
  '"groups" of the library';

const GroupsJson = Type.Object({
  strict: Type.Boolean(),
  groups: Type.Array(Type.String()),
  told: Type.Array(Type.Object({ group: Type.String(), webhook: Id, name: Type.String() }), {
    description: "the groups that the applications of webhooks reported",
  }),
});

/** `gatehouse group …`: the registered groups of a project (docs/api.md#keys-and-groups). */
export function groupSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "group",
    summary: "Registers, lists and removes groups, and restricts gates to registered groups.",
    commands: [
      addCommand(senders),
      listCommand(senders),
      removeCommand(senders),
      strictCommand(senders),
    ],
  };
}

function addCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "add",
    summary:
      "Registers a group, in hosted mode. In mountable mode, groups come from --group or the library.",
    examples: [{ line: "gatehouse group add admins", text: "Registers the group admins." }],
    options: [projectOption],
    positionals: [name],
    json: Type.Object({ name: Type.String(), added: Type.Boolean() }),
    hostedOnly: `${groupsOfHost}; no group was registered`,
    async work({ given, admin, query }) {
      const body = { name: positionalValue(given, 0, name, parseLine) };
      const { isNew } = await admin.call("POST /groups", { query, body });
      return { ...body, added: isNew };
    },
    text: (group) =>
      group.added
        ? `added group ${printable(group.name)}\n`
        : `group ${printable(group.name)} was registered already\n`,
  });
}

function listCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "list",
    summary:
      "Lists a project's registered groups, one per line, and the webhooks that reported them.",
    examples: [{ line: "gatehouse group list", text: "Lists the groups of the first project." }],
    options: [projectOption],
    positionals: [],
    json: GroupsJson,
    async work({ admin, query }) {
      const { groups, isStrict } = await admin.call("GET /groups", { query });
      const registered = groups.filter(({ isRegistered }) => isRegistered);
      return {
        strict: isStrict,
        groups: registered.map((group) => group.name),
        told: registered.flatMap((group) =>
          group.toldBy.map((webhook) => ({
            group: group.name,
            webhook: webhook.id,
            name: webhook.name,
          })),
        ),
      };
    },
    text: ({ groups, told }) =>
      groups.map((name) => `${printable(name)}${reportersOf(name, told)}\n`).join(""),
  });
}

function removeCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "remove",
    summary: "Removes a group from the registered groups; gates that are enabled for it keep it.",
    examples: [
      {
        line: "gatehouse group remove admins",
        text: "Removes admins from the registered groups.",
      },
    ],
    options: [projectOption],
    positionals: [name],
    json: Type.Object({ name: Type.String() }),
    async work({ given, admin, query }) {
      const group = positionalValue(given, 0, name, parseKnown);
      await admin.call("DELETE /groups", { query: { ...query, name: group, used: "keep" } });
      return { name: group };
    },
    text: (group) => `removed group ${printable(group.name)}\n`,
  });
}

function strictCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "strict",
    summary: "Sets whether gates accept registered groups only.",
    examples: [
      {
        line: "gatehouse group strict on",
        text: "Refuses gates for groups that are not registered, such as misspelt ones.",
      },
    ],
    options: [projectOption],
    positionals: [state],
    json: Type.Object({ project: Type.String(), strict: Type.Boolean() }),
    hostedOnly: `${groupsOfHost}; nothing was changed`,
    async work({ given, admin, query }) {
      const strict = positionalValue(given, 0, state, parseOneOf(...state.values)) === "on";
      const body = { isStrict: strict };
      const { project } = await admin.call("PUT /groups-policy", { query, body });
      return { project, strict };
    },
    text: ({ project, strict }) =>
      `${printable(project)} ${strict ? "accepts registered groups only" : "accepts any group"}\n`,
  });
}

function reportersOf(name: string, told: Immutable<Static<typeof GroupsJson>>["told"]): string {
  const reporters = told
    .filter(({ group }) => group === name)
    .map(({ webhook, name: webhookName }) => `webhook ${webhook} (${printable(webhookName)})`);
  return reporters.length === 0 ? "" : `  reported by ${reporters.join(", ")}`;
}
