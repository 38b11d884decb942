import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { type ParseResult, parseOneOf } from "../../config/value-parsers.ts";
import { issuePatternForm, issuePatternIn } from "../../core/model/issue-pattern.ts";
import { printable } from "../../core/text/printable.ts";
import { Id, orNull } from "../answers/json-schemas.ts";
import { projectOption } from "../options/common-options.ts";
import { parseLine } from "../options/name-parsers.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { tableOf } from "../output/text-table.ts";
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
    summary: "Creates and lists projects, and sets the address of issues and the sample of actors.",
    commands: [
      createCommand(senders),
      listCommand(senders),
      issuesCommand(senders),
      sampleCommand(senders),
    ],
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
      tableOf(columns, projects, [
        ["ID", (project) => project.id],
        ["NAME", (project) => project.name],
        ["FEATURES", (project) => project.features],
        ["ENVIRONMENTS", (project) => project.environments],
        ["MEMBERS", (project) => project.members],
        ["STRICT", (project) => (project.strict ? "yes" : "no")],
      ]),
  });
}

const noPattern = "none";
const pattern = {
  placeholder: "URL",
  description: `The address of an issue, with {issue} for its name; ${noPattern} removes it.`,
};

function parsePattern(text: string): ParseResult<string | null> {
  const value = text === noPattern ? null : issuePatternIn(text);
  return value === undefined
    ? { reason: `must be ${issuePatternForm}, or ${noPattern}` }
    : { value };
}

function issuesCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "issues",
    summary: "Sets the address of the issues that reasons of changes name, so that they are links.",
    examples: [
      {
        line: "gatehouse project issues 'https://issues.example.com/browse/{issue}'",
        text: "Makes OPS-12 in a reason a link to that issue.",
      },
      { line: "gatehouse project issues none", text: "Makes names of issues plain text again." },
    ],
    options: [projectOption],
    positionals: [pattern],
    json: Type.Object({ pattern: orNull(Type.String(), "Null if names are no links.") }),
    async work({ given, admin, query }) {
      const body = { pattern: positionalValue(given, 0, pattern, parsePattern) };
      await admin.call("PUT /issue-pattern", { query, body });
      return body;
    },
    text: (set) =>
      set.pattern === null
        ? "names of issues are no links\n"
        : `issues have the address ${printable(set.pattern)}\n`,
  });
}

const state = {
  placeholder: "STATE",
  description: "on: servers keep a sample of the actors that they check; off: they delete it.",
  values: ["on", "off"] as const,
};

function sampleCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "sample",
    summary:
      "Chooses whether servers keep a sample of the actors that they check, with their properties, in " +
      "memory for 24 hours: gatehouse feature impact evaluates it.",
    examples: [
      {
        line: "gatehouse project sample on",
        text: "Lets each server sample up to 1,000 actors of each environment.",
      },
    ],
    options: [projectOption],
    positionals: [state],
    json: Type.Object({ samples_actors: Type.Boolean() }),
    async work({ given, admin, query }) {
      const samplesActors = positionalValue(given, 0, state, parseOneOf(...state.values)) === "on";
      await admin.call("PUT /actor-sample", { query, body: { samplesActors } });
      return { samples_actors: samplesActors };
    },
    text: ({ samples_actors: isOn }) =>
      isOn ? "servers sample the actors that they check\n" : "servers sample no actors\n",
  });
}
