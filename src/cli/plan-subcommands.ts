import type { OutputOf } from "../administration/administration-operations.ts";
import { type Option, optional } from "../config/option.ts";
import { integer, oneOf, type Parse, type Parsed } from "../config/parse.ts";
import { planLimitBounds, planNames } from "../model/plan.ts";
import { type AdministerAt, administrationCommand } from "./administration-subcommand.ts";
import { positional } from "./positional.ts";
import type { CommandGroup } from "./subcommand.ts";
import { table } from "./text-table.ts";

const plan = { placeholder: "PLAN", description: `One of ${planNames.join(", ")}.` };

const customEnvironments = limit({
  flag: "custom-environments",
  description: "How many custom environments the organization may have.",
  parse: within(planLimitBounds.customEnvironmentsMax),
});
const tokensPerEnvironment = limit({
  flag: "tokens-per-environment",
  description: "How many active tokens an environment may have.",
  parse: within(planLimitBounds.tokensPerEnvironmentMax),
});
const auditEvents = limit<number | null>({
  flag: "audit-events",
  description: "How many audit events are shown, newest first; or all.",
  parse: (text) => (text === "all" ? { value: null } : auditEventCount(text)),
});
const telemetryRetentionDays = limit({
  flag: "telemetry-retention-days",
  description: "For how many days telemetry is kept; 0 keeps none.",
  parse: within(planLimitBounds.telemetryRetentionDays),
});

/** `gatehouse plan …`: what the organization may use (DESIGN.md section 3). */
export function planCommands(administerAt: AdministerAt): CommandGroup {
  return {
    name: "plan",
    summary: "Shows and sets the plan and its limits.",
    commands: [showCommand(administerAt), setCommand(administerAt)],
  };
}

function showCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "show",
    summary: "Shows the plan and the limits in force.",
    operation: "plan.show",
    options: [],
    positionals: [],
    input: () => ({}),
    text: planText,
  });
}

function setCommand(administerAt: AdministerAt) {
  return administrationCommand(administerAt, {
    name: "set",
    summary: "Sets the plan; limits that are not given are the plan's own again.",
    operation: "plan.set",
    options: [customEnvironments, tokensPerEnvironment, auditEvents, telemetryRetentionDays],
    positionals: [plan],
    input: (given) => ({
      plan: positional(given, 0, plan, oneOf(...planNames)),
      custom_environments: given.valueOf(customEnvironments),
      tokens_per_environment: given.valueOf(tokensPerEnvironment),
      audit_events: given.valueOf(auditEvents),
      telemetry_retention_days: given.valueOf(telemetryRetentionDays),
    }),
    text: planText,
  });
}

function planText({ plan: name, limits, overridden }: OutputOf<"plan.show">): string {
  const rows = Object.entries(limits).map(([limitName, value]) => [
    limitName.replaceAll("_", " "),
    value === null ? "all" : value,
    overridden.includes(limitName) ? "set" : "plan",
  ]);
  return `plan ${name}\n${table(["LIMIT", "VALUE", "FROM"], rows)}`;
}

interface LimitOption<Value> {
  readonly flag: string;
  readonly description: string;
  readonly parse: Parse<Value>;
}

function limit<Value>(definition: LimitOption<Value>): Option<Value | undefined> {
  return optional({ ...definition, placeholder: "N" });
}

function within({ minimum, maximum }: { minimum: number; maximum: number }): Parse<number> {
  return integer(minimum, maximum);
}

function auditEventCount(text: string): Parsed<number> {
  const { minimum, maximum } = planLimitBounds.auditEventsMax;
  const parsed = integer(minimum, maximum)(text);
  return "reason" in parsed ? { reason: `${parsed.reason}, or all` } : parsed;
}
