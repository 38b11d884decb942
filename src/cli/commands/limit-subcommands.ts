import { type Static, Type } from "@sinclair/typebox";
import type { AnswerOf } from "../../api/admin/calls/admin-call.ts";
import { type Option, optionalOption } from "../../config/option.ts";
import {
  type ParseResult,
  parseByteCount,
  parseInteger,
  parseOneOf,
  type ValueParser,
} from "../../config/value-parsers.ts";
import { planLimitBounds, planNames } from "../../core/model/plan.ts";
import { integerSchema, oneOfSchema, orNull } from "../answers/json-schemas.ts";
import { UnknownAnswer } from "../api-client/api-failure.ts";
import type { Immutable } from "../api-client/immutable.ts";
import { positionalValue } from "../options/positional-arguments.ts";
import { textTable } from "../output/text-table.ts";
import type { SubcommandGroup } from "../subcommand.ts";
import { adminSubcommand } from "../targets/admin-subcommand.ts";
import type { ApiSenders } from "../targets/api-target.ts";

const plan = {
  placeholder: "PLAN",
  description: `One of ${planNames.join(", ")}.`,
  values: planNames,
};

const customEnvironments = limit({
  flag: "custom-environments",
  description: "How many custom environments the organization may have.",
  parse: within(planLimitBounds.customEnvironmentsMax),
});
const tokensPerEnvironment = limit({
  flag: "tokens-per-environment",
  description: "How many active tokens each environment may have.",
  parse: within(planLimitBounds.tokensPerEnvironmentMax),
});
const auditEvents = limit<number | null>({
  flag: "audit-events",
  description: "How many of the latest audit events are shown, or all.",
  parse: (text) => (text === "all" ? { value: null } : auditEventCount(text)),
});
const telemetryRetentionDays = limit({
  flag: "telemetry-retention-days",
  description: "How many days telemetry is stored; 0 stores none.",
  parse: within(planLimitBounds.telemetryRetentionDays),
});
const auditRetention = optionalOption<number | null>({
  flag: "audit-retention",
  placeholder: "TIME",
  description:
    "How long audits are stored, such as 90d, or forever; the server deletes older ones.",
  parse: (text) => (text === "forever" ? { value: null } : auditRetentionDays(text)),
});
const productionBytes = quota({
  flag: "production-bytes",
  description: "How many bytes of gate values Production may have, such as 64MiB.",
  parse: parseByteCount(planLimitBounds.productionBytesMax),
});
const environmentBytes = quota({
  flag: "environment-bytes",
  description:
    "How many bytes of its own gate values each other environment may have, such as 8MiB.",
  parse: parseByteCount(planLimitBounds.environmentBytesMax),
});
const projectBytes = quota({
  flag: "project-bytes",
  description:
    "How many bytes of gate values all environments of a project may have, such as 256MiB.",
  parse: parseByteCount(planLimitBounds.projectBytesMax),
});
const featuresPerProject = limit({
  flag: "features-per-project",
  description: "How many features each project may have.",
  parse: within(planLimitBounds.featuresPerProjectMax),
});
const actorsPerGate = limit({
  flag: "actors-per-gate",
  description: "How many actors one feature may have in one environment.",
  parse: within(planLimitBounds.actorsPerGateMax),
});

/** The limits with their names in JSON. */
const limitOptions = {
  custom_environments: customEnvironments,
  tokens_per_environment: tokensPerEnvironment,
  audit_events: auditEvents,
  telemetry_retention_days: telemetryRetentionDays,
  audit_retention_days: auditRetention,
  production_bytes: productionBytes,
  environment_bytes: environmentBytes,
  project_bytes: projectBytes,
  features_per_project: featuresPerProject,
  actors_per_gate: actorsPerGate,
};

const PlanJson = Type.Object({
  plan: oneOfSchema(planNames),
  limits: Type.Object({
    custom_environments: integerSchema(planLimitBounds.customEnvironmentsMax),
    tokens_per_environment: integerSchema(planLimitBounds.tokensPerEnvironmentMax),
    audit_events: orNull(integerSchema(planLimitBounds.auditEventsMax)),
    telemetry_retention_days: integerSchema(planLimitBounds.telemetryRetentionDays),
    audit_retention_days: orNull(integerSchema(planLimitBounds.auditRetentionDays)),
    production_bytes: integerSchema(planLimitBounds.productionBytesMax),
    environment_bytes: integerSchema(planLimitBounds.environmentBytesMax),
    project_bytes: integerSchema(planLimitBounds.projectBytesMax),
    features_per_project: integerSchema(planLimitBounds.featuresPerProjectMax),
    actors_per_gate: integerSchema(planLimitBounds.actorsPerGateMax),
  }),
  overridden: Type.Array(Type.String({ description: "a limit that is not the plan's own" })),
});
type PlanJson = Immutable<Static<typeof PlanJson>>;

/** Throws an UnknownAnswer for a missing limit, because 0 and none are limits too. */
function planJson({ plan: name, limits }: AnswerOf<"GET /plan">): PlanJson {
  const byName = new Map(limits.map((row) => [row.name, row.limit]));
  const missing = (limitName: string) =>
    new UnknownAnswer(`the server sent no limit ${limitName}; is it a server of another version?`);
  const limitOf = (limitName: keyof PlanJson["limits"]) => {
    const value = byName.get(limitName);
    if (value === undefined) {
      throw missing(limitName);
    }
    return value;
  };
  const counted = (limitName: keyof PlanJson["limits"]) => {
    const value = limitOf(limitName);
    if (value === null) {
      throw missing(limitName);
    }
    return value;
  };
  return {
    plan: name,
    limits: {
      custom_environments: counted("custom_environments"),
      tokens_per_environment: counted("tokens_per_environment"),
      audit_events: limitOf("audit_events"),
      telemetry_retention_days: counted("telemetry_retention_days"),
      audit_retention_days: limitOf("audit_retention_days"),
      production_bytes: counted("production_bytes"),
      environment_bytes: counted("environment_bytes"),
      project_bytes: counted("project_bytes"),
      features_per_project: counted("features_per_project"),
      actors_per_gate: counted("actors_per_gate"),
    },
    overridden: limits.filter((row) => row.isOverridden).map((row) => row.name),
  };
}

/** `gatehouse limits …`: the limits of the organization (docs/decisions.md#plans). */
export function limitSubcommands(senders: ApiSenders): SubcommandGroup {
  return {
    name: "limits",
    summary: "Shows and sets the limits of the organization.",
    commands: [showCommand(senders), setCommand(senders)],
  };
}

function showCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "show",
    summary: "Shows the plan and the effective limits.",
    examples: [
      {
        line: "gatehouse limits show",
        text: "Shows each limit, and whether it is the plan's own.",
      },
    ],
    options: [],
    positionals: [],
    json: PlanJson,
    work: async ({ admin }) => planJson(await admin.call("GET /plan", {})),
    text: planText,
  });
}

function setCommand(senders: ApiSenders) {
  return adminSubcommand(senders, {
    name: "set",
    summary: "Sets the plan. Limits that are not given are reset to the plan's own.",
    examples: [
      {
        line: "gatehouse limits set self_hosted --custom-environments 50 --audit-retention 90d",
        text: "Allows 50 custom environments, and stores audits for 90 days.",
      },
      {
        line: "gatehouse limits set self_hosted",
        text: "Resets all limits to the plan's own.",
      },
    ],
    options: Object.values(limitOptions),
    positionals: [plan],
    json: PlanJson,
    async work({ given, admin }) {
      const name = positionalValue(given, 0, plan, parseOneOf(...planNames));
      const limits: Record<string, number | null> = {};
      for (const [limitName, option] of Object.entries(limitOptions)) {
        const value = given.valueOf<number | null | undefined>(option);
        if (value !== undefined) {
          limits[limitName] = value;
        }
      }
      return planJson(await admin.call("PUT /plan", { body: { plan: name, limits } }));
    },
    text: planText,
  });
}

/** The words for no limit, as the options take them. */
const unlimited: Readonly<Record<string, string>> = {
  audit_events: "all",
  audit_retention_days: "forever",
};

function planText({ plan: name, limits, overridden }: PlanJson, columns: number): string {
  const rows = Object.entries(limits).map(([limitName, value]) => [
    limitName.replaceAll("_", " "),
    value ?? unlimited[limitName] ?? "",
    overridden.includes(limitName) ? "set" : "plan",
  ]);
  return `plan ${name}\n${textTable(["LIMIT", "VALUE", "FROM"], rows, columns)}`;
}

interface LimitOption<Value> {
  readonly flag: string;
  readonly description: string;
  readonly parse: ValueParser<Value>;
}

function limit<Value>(definition: LimitOption<Value>): Option<Value | undefined> {
  return optionalOption({ ...definition, placeholder: "N" });
}

function quota(definition: LimitOption<number>): Option<number | undefined> {
  return optionalOption({ ...definition, placeholder: "SIZE" });
}

function within({ minimum, maximum }: { minimum: number; maximum: number }): ValueParser<number> {
  return parseInteger(minimum, maximum);
}

function auditEventCount(text: string): ParseResult<number> {
  const { minimum, maximum } = planLimitBounds.auditEventsMax;
  const parsed = parseInteger(minimum, maximum)(text);
  return "reason" in parsed ? { reason: `${parsed.reason}, or all` } : parsed;
}

const wholeDays = /^\d{1,6}d$/;

function auditRetentionDays(text: string): ParseResult<number> {
  const { minimum, maximum } = planLimitBounds.auditRetentionDays;
  const parsed = parseInteger(minimum, maximum)(wholeDays.test(text) ? text.slice(0, -1) : "");
  return "reason" in parsed
    ? { reason: `must be a number of days from ${minimum}d to ${maximum}d, or forever` }
    : parsed;
}
