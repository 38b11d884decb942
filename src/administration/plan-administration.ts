import { type Static, Type } from "@sinclair/typebox";
import { setPlan } from "../commands/plan-commands.ts";
import { limitsOf, type PlanLimits, planLimitBounds, planNames, plans } from "../model/plan.ts";
import type { Organization } from "../model/project.ts";
import { operation } from "./administration-operation.ts";
import { theOrganization } from "./named.ts";
import { exact, integer, nullable, oneOf, optional } from "./schemas.ts";

/** The limits by the names that the shell and its JSON have for them. */
const limits = {
  custom_environments: integer(planLimitBounds.customEnvironmentsMax),
  tokens_per_environment: integer(planLimitBounds.tokensPerEnvironmentMax),
  audit_events: nullable(integer(planLimitBounds.auditEventsMax)),
  telemetry_retention_days: integer(planLimitBounds.telemetryRetentionDays),
};

export const PlanModel = Type.Object(
  {
    plan: oneOf(planNames),
    limits: Type.Object(limits, exact),
    overridden: Type.Array(Type.String({ description: "a limit that is not the plan's own" })),
  },
  exact,
);
export type PlanModel = Static<typeof PlanModel>;

export const planOperations = {
  "plan.show": operation({
    input: Type.Object({}, exact),
    output: PlanModel,
    work: ({ state }) => planModel(theOrganization(state)),
  }),

  "plan.set": operation({
    /** A limit that is missing is the plan's own, whatever it was set to before. */
    input: Type.Object(
      {
        plan: oneOf(planNames),
        custom_environments: optional(limits.custom_environments),
        tokens_per_environment: optional(limits.tokens_per_environment),
        audit_events: optional(limits.audit_events),
        telemetry_retention_days: optional(limits.telemetry_retention_days),
      },
      exact,
    ),
    output: PlanModel,
    work(draft, input) {
      const overrides: Partial<PlanLimits> = {
        ...given("customEnvironmentsMax", input.custom_environments),
        ...given("tokensPerEnvironmentMax", input.tokens_per_environment),
        ...given("auditEventsMax", input.audit_events),
        ...given("telemetryRetentionDays", input.telemetry_retention_days),
      };
      return planModel(setPlan(draft, theOrganization(draft.state), input.plan, overrides));
    },
  }),
};

function given<Limit extends keyof PlanLimits>(
  limit: Limit,
  value: PlanLimits[Limit] | undefined,
): Partial<PlanLimits> {
  return value === undefined ? {} : { [limit]: value };
}

function planModel({ plan, planOverrides }: Organization): PlanModel {
  const inForce = wireLimits(limitsOf(plan, planOverrides));
  const own = wireLimits(plans[plan]);
  return {
    plan,
    limits: inForce,
    overridden: Object.entries(inForce).flatMap(([name, value]) =>
      Object.entries(own).some(([each, its]) => each === name && its !== value) ? [name] : [],
    ),
  };
}

function wireLimits(planLimits: PlanLimits): PlanModel["limits"] {
  return {
    custom_environments: planLimits.customEnvironmentsMax,
    tokens_per_environment: planLimits.tokensPerEnvironmentMax,
    audit_events: planLimits.auditEventsMax,
    telemetry_retention_days: planLimits.telemetryRetentionDays,
  };
}
