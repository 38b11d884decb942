import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { printable } from "../../core/text/printable.ts";
import { Id } from "../answers/json-schemas.ts";
import { parseLine } from "../options/name-parsers.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { textTable } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";

const name = { placeholder: "NAME", description: "The project's name." };

const ProjectJson = Type.Object({
  id: Id,
  name: Type.String(),
  features: Type.Integer(),
  environments: Type.Integer(),
  members: Type.Integer(),
  strict: Type.Boolean({ description: "whether only registered groups may be enabled" }),
});

function projectJson(project: AnswerOf<"POST /projects">): Static<typeof ProjectJson> {
  return {
    id: project.id,
    name: project.name,
    features: project.featureCount,
    environments: project.environmentCount,
    members: project.memberCount,
    strict: project.isStrict,
  };
}

/** `gatehouse project …`: each project has its own features, members and environments. */
export function projectSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "project",
    summary: "Creates and lists projects.",
    commands: [createCommand(senders), listCommand(senders)],
  };
}

function createCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "create",
    summary:
      "Creates a project with a Production environment; the first owner becomes its first " +
      "member, or with --url the owner of the personal token.",
    examples: [
      {
        line: 'gatehouse project create "Mobile apps"',
        text: "Creates a project with its own features and environments.",
      },
    ],
    options: [],
    positionals: [name],
    json: ProjectJson,
    async work({ given, admin }) {
      const body = { name: positionalValue(given, 0, name, parseLine) };
      return projectJson(await admin.call("POST /projects", { body }));
    },
    text: (project) => `created project ${printable(project.name)}\n`,
  });
}

function listCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "list",
    summary: "Lists the projects.",
    examples: [
      {
        line: "gatehouse project list --json",
        text: "Lists the projects for a script.",
      },
    ],
    options: [],
    positionals: [],
    json: Type.Object({ projects: Type.Array(ProjectJson) }),
    async work({ admin }) {
      const { projects } = await admin.call("GET /projects", {});
      return { projects: projects.map(projectJson) };
    },
    text: ({ projects }, columns) =>
      textTable(
        ["ID", "NAME", "FEATURES", "ENVIRONMENTS", "MEMBERS", "STRICT"],
        projects.map((project) => [
          project.id,
          project.name,
          project.features,
          project.environments,
          project.members,
          project.strict ? "yes" : "no",
        ]),
        columns,
      ),
  });
}
