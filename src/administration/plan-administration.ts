import { type Static, Type } from "@sinclair/typebox";
import { setPlan } from "../commands/plan-commands.ts";
import { limitsOf, type PlanLimits, planLimitBounds, planNames, plans } from "../model/plan.ts";
import type { Organization } from "../model/project.ts";
import { administrationOperation } from "./administration-operation.ts";
import {
  exact,
  integerSchema,
  nullableSchema,
  oneOfSchema,
  optionalSchema,
} from "./administration-schemas.ts";
import { onlyOrganization } from "./find-by-name.ts";

/** The limits with their names in the shell and in JSON. */
const limits = {
  custom_environments: integerSchema(planLimitBounds.customEnvironmentsMax),
  tokens_per_environment: integerSchema(planLimitBounds.tokensPerEnvironmentMax),
  audit_events: nullableSchema(integerSchema(planLimitBounds.auditEventsMax)),
  telemetry_retention_days: integerSchema(planLimitBounds.telemetryRetentionDays),
  audit_retention_days: nullableSchema(integerSchema(planLimitBounds.auditRetentionDays)),
  production_bytes: integerSchema(planLimitBounds.productionBytesMax),
  environment_bytes: integerSchema(planLimitBounds.environmentBytesMax),
  project_bytes: integerSchema(planLimitBounds.projectBytesMax),
  features_per_project: integerSchema(planLimitBounds.featuresPerProjectMax),
  actors_per_gate: integerSchema(planLimitBounds.actorsPerGateMax),
};

const AdministeredPlan = Type.Object(
  {
    plan: oneOfSchema(planNames),
    limits: Type.Object(limits, exact),
    overridden: Type.Array(Type.String({ description: "a limit that is not the plan's own" })),
  },
  exact,
);
type AdministeredPlan = Static<typeof AdministeredPlan>;

export const planOperations = {
  "plan.show": administrationOperation({
    input: Type.Object({}, exact),
    output: AdministeredPlan,
    work: ({ state }) => administeredPlan(onlyOrganization(state)),
  }),

  "plan.set": administrationOperation({
    /** A missing limit is reset to the plan's own limit. */
    input: Type.Object(
      {
        plan: oneOfSchema(planNames),
        custom_environments: optionalSchema(limits.custom_environments),
        tokens_per_environment: optionalSchema(limits.tokens_per_environment),
        audit_events: optionalSchema(limits.audit_events),
        telemetry_retention_days: optionalSchema(limits.telemetry_retention_days),
        audit_retention_days: optionalSchema(limits.audit_retention_days),
        production_bytes: optionalSchema(limits.production_bytes),
        environment_bytes: optionalSchema(limits.environment_bytes),
        project_bytes: optionalSchema(limits.project_bytes),
        features_per_project: optionalSchema(limits.features_per_project),
        actors_per_gate: optionalSchema(limits.actors_per_gate),
      },
      exact,
    ),
    output: AdministeredPlan,
    work(draft, input) {
      const overrides: Partial<PlanLimits> = {
        ...overrideOf("customEnvironmentsMax", input.custom_environments),
        ...overrideOf("tokensPerEnvironmentMax", input.tokens_per_environment),
        ...overrideOf("auditEventsMax", input.audit_events),
        ...overrideOf("telemetryRetentionDays", input.telemetry_retention_days),
        ...overrideOf("auditRetentionDays", input.audit_retention_days),
        ...overrideOf("productionBytesMax", input.production_bytes),
        ...overrideOf("environmentBytesMax", input.environment_bytes),
        ...overrideOf("projectBytesMax", input.project_bytes),
        ...overrideOf("featuresPerProjectMax", input.features_per_project),
        ...overrideOf("actorsPerGateMax", input.actors_per_gate),
      };
      return administeredPlan(setPlan(draft, onlyOrganization(draft.state), input.plan, overrides));
    },
  }),
};

function overrideOf<Limit extends keyof PlanLimits>(
  limit: Limit,
  value: PlanLimits[Limit] | undefined,
): Partial<PlanLimits> {
  return value === undefined ? {} : { [limit]: value };
}

function administeredPlan({ plan, planOverrides }: Organization): AdministeredPlan {
  const effective = wireLimits(limitsOf(plan, planOverrides));
  const own = wireLimits(plans[plan]);
  return {
    plan,
    limits: effective,
    overridden: Object.entries(effective).flatMap(([name, value]) =>
      Object.entries(own).some(([each, its]) => each === name && its !== value) ? [name] : [],
    ),
  };
}

function wireLimits(planLimits: PlanLimits): AdministeredPlan["limits"] {
  return {
    custom_environments: planLimits.customEnvironmentsMax,
    tokens_per_environment: planLimits.tokensPerEnvironmentMax,
    audit_events: planLimits.auditEventsMax,
    telemetry_retention_days: planLimits.telemetryRetentionDays,
    audit_retention_days: planLimits.auditRetentionDays,
    production_bytes: planLimits.productionBytesMax,
    environment_bytes: planLimits.environmentBytesMax,
    project_bytes: planLimits.projectBytesMax,
    features_per_project: planLimits.featuresPerProjectMax,
    actors_per_gate: planLimits.actorsPerGateMax,
  };
}
