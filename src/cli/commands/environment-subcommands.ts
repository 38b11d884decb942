import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { environmentStates } from "../../core/model/environment-state-names.ts";
import { printable } from "../../core/text/printable.ts";
import { Id, oneOfSchema, Timestamp, toTimestamp } from "../answers/json-schemas.ts";
import { byId } from "../answers/token-json.ts";
import { projectOption } from "../options/common-options.ts";
import { parseLine } from "../options/name-parsers.ts";
import { positionalText, positionalValue } from "../options/positional-arguments.ts";
import { changeOptions, protectedOptions, whyIn } from "../options/why-option.ts";
import { formatMinute, tableOf } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import { type ApiSenders, segmentOf } from "../targets/api-target.ts";

const name = {
  placeholder: "NAME",
  description: "The environment's name, from which the server derives the slug.",
};
const slug = {
  placeholder: "SLUG",
  description: "The environment's slug, as gatehouse environment list shows it.",
  completion: "environments" as const,
};
const feature = {
  placeholder: "FEATURE",
  description: "A feature to mirror; all features with an override unless given.",
  optional: true,
  completion: "features" as const,
};

const EnvironmentJson = Type.Object({
  id: Id,
  slug: Type.String(),
  name: Type.String(),
  state: oneOfSchema(environmentStates),
  overrides: Type.Integer({ description: "how many features do not follow Production" }),
  created_at: Timestamp,
});

type EnvironmentRow = AnswerOf<"GET /environments">["environments"][number];

function environmentJson(environment: EnvironmentRow): Static<typeof EnvironmentJson> {
  const { id, slug, name: ownName, state, overrideCount, createdAt } = environment;
  return {
    ...{ id, slug, name: ownName, state },
    overrides: overrideCount,
    created_at: toTimestamp(createdAt),
  };
}

/** `gatehouse environment …`. */
export function environmentSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "environment",
    summary: "Creates, lists and deletes environments, and mirrors Production in them again.",
    commands: [
      createCommand(senders),
      listCommand(senders),
      deleteCommand(senders),
      mirrorCommand(senders),
    ],
  };
}

function createCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "create",
    summary:
      "Creates a custom environment. Each feature mirrors Production until it is changed there.",
    examples: [
      {
        line: 'gatehouse environment create "Load test"',
        text: "Creates an environment with the slug load-test.",
      },
    ],
    options: [projectOption],
    positionals: [name],
    json: EnvironmentJson,
    async work({ given, admin, query }) {
      const body = { name: positionalValue(given, 0, name, parseLine) };
      const { environment } = await admin.call("POST /environments", { query, body });
      return environmentJson(environment);
    },
    text: (environment) => `created environment ${environment.slug}\n`,
  });
}

function listCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "list",
    summary: "Lists a project's environments.",
    examples: [
      {
        line: "gatehouse environment list",
        text: "Lists the environments, and how many features each of them overrides.",
      },
    ],
    options: [projectOption],
    positionals: [],
    json: Type.Object({ environments: Type.Array(EnvironmentJson) }),
    async work({ admin, query }) {
      const { environments } = await admin.call("GET /environments", { query });
      return { environments: environments.toSorted(byId).map(environmentJson) };
    },
    text: ({ environments }, columns) =>
      tableOf(columns, environments, [
        ["ID", (environment) => environment.id],
        ["SLUG", (environment) => environment.slug],
        ["NAME", (environment) => environment.name],
        ["STATE", (environment) => environment.state],
        ["OVERRIDES", (environment) => environment.overrides],
        ["CREATED", (environment) => formatMinute(environment.created_at)],
      ]),
  });
}

function deleteCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "delete",
    summary: "Deletes a custom environment with its tokens, gates and audits.",
    examples: [
      {
        line: "gatehouse environment delete load-test",
        text: "Deletes the environment; the server then refuses its tokens.",
      },
    ],
    options: [projectOption, ...protectedOptions],
    positionals: [slug],
    json: EnvironmentJson,
    async work({ given, admin, query }) {
      const typed = positionalText(given, 0);
      const params = { environment: segmentOf(typed) };
      const route = "DELETE /environments/:environment";
      const { environment } = await admin.call(route, {
        ...{ params, query, body: { typed, ...whyIn(given) } },
      });
      return environmentJson(environment);
    },
    text: (environment) => `deleted environment ${environment.slug}\n`,
  });
}

function mirrorCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "mirror",
    summary: "Removes overrides from an environment, so that the features mirror Production again.",
    examples: [
      {
        line: "gatehouse environment mirror staging search new_checkout",
        text: "Makes two features of staging follow Production again.",
      },
      {
        line: "gatehouse environment mirror staging",
        text: "Makes all features of staging follow Production again.",
      },
    ],
    options: [projectOption, ...changeOptions],
    positionals: [slug, feature],
    repeats: true,
    json: Type.Object({ slug: Type.String(), features: Type.Array(Type.String()) }),
    async work({ given, admin, query }) {
      const [environment = "", ...keys] = given.positionals;
      const { features } = await admin.call("POST /environments/:environment/mirror", {
        params: { environment: segmentOf(environment) },
        query,
        body: { features: keys, ...whyIn(given) },
      });
      return { slug: admin.environment ?? environment, features };
    },
    text: ({ features }) =>
      features.length === 0
        ? "nothing to mirror\n"
        : features.map((key) => `mirrored ${printable(key)}\n`).join(""),
  });
}
