import type { OutputOf } from "../administration/administration-operations.ts";
import { type Option, optionalOption } from "../config/option.ts";
import {
  type ParseResult,
  parseByteCount,
  parseInteger,
  parseOneOf,
  type ValueParser,
} from "../config/value-parsers.ts";
import { planLimitBounds, planNames } from "../model/plan.ts";
import { type AdministerAt, administrationSubcommand } from "./administration-subcommand.ts";
import { positionalValue } from "./positional-arguments.ts";
import type { SubcommandGroup } from "./subcommand.ts";
import { textTable } from "./text-table.ts";

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
  description: "How many days telemetry is kept; 0 keeps none.",
  parse: within(planLimitBounds.telemetryRetentionDays),
});
const auditRetention = optionalOption<number | null>({
  flag: "audit-retention",
  placeholder: "TIME",
  description: "How long audits are kept, such as 90d, or forever; older ones are removed.",
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
  description: "How many actors a feature may be enabled for in one environment.",
  parse: within(planLimitBounds.actorsPerGateMax),
});

/** `gatehouse plan …`: the limits of the organization (docs/decisions.md#plans). */
export function planSubcommands(administerAt: AdministerAt): SubcommandGroup {
  return {
    name: "plan",
    summary: "Shows and sets the plan and its limits.",
    commands: [showCommand(administerAt), setCommand(administerAt)],
  };
}

function showCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "show",
    summary: "Shows the plan and the effective limits.",
    operation: "plan.show",
    examples: [
      {
        line: "gatehouse plan show",
        text: "Shows each limit, and whether it is the plan's own.",
      },
    ],
    options: [],
    positionals: [],
    input: () => ({}),
    text: planText,
  });
}

function setCommand(administerAt: AdministerAt) {
  return administrationSubcommand(administerAt, {
    name: "set",
    summary: "Sets the plan. Limits that are not given are reset to the plan's own.",
    operation: "plan.set",
    examples: [
      {
        line: "gatehouse plan set self_hosted --custom-environments 50 --audit-retention 90d",
        text: "Allows 50 custom environments, and keeps audits for 90 days.",
      },
      {
        line: "gatehouse plan set self_hosted",
        text: "Sets all limits back to those of the plan.",
      },
    ],
    options: [
      customEnvironments,
      tokensPerEnvironment,
      auditEvents,
      telemetryRetentionDays,
      auditRetention,
      productionBytes,
      environmentBytes,
      projectBytes,
      featuresPerProject,
      actorsPerGate,
    ],
    positionals: [plan],
    input: (given) => ({
      plan: positionalValue(given, 0, plan, parseOneOf(...planNames)),
      custom_environments: given.valueOf(customEnvironments),
      tokens_per_environment: given.valueOf(tokensPerEnvironment),
      audit_events: given.valueOf(auditEvents),
      telemetry_retention_days: given.valueOf(telemetryRetentionDays),
      audit_retention_days: given.valueOf(auditRetention),
      production_bytes: given.valueOf(productionBytes),
      environment_bytes: given.valueOf(environmentBytes),
      project_bytes: given.valueOf(projectBytes),
      features_per_project: given.valueOf(featuresPerProject),
      actors_per_gate: given.valueOf(actorsPerGate),
    }),
    text: planText,
  });
}

/** The words for no limit, as the options take them. */
const unlimited: Readonly<Record<string, string>> = {
  audit_events: "all",
  audit_retention_days: "forever",
};

function planText(
  { plan: name, limits, overridden }: OutputOf<"plan.show">,
  columns: number,
): string {
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
