import { type Static, Type } from "@sinclair/typebox";
import { planNames } from "../../../core/model/plan.ts";
import {
  exactFields,
  integerFrom,
  listOf,
  nullable,
  oneOf,
  textUpTo,
  Written,
} from "./shared-models.ts";

/** The limits of a plan, with the same names on the command line. */
export const limitNames = [
  "custom_environments",
  "tokens_per_environment",
  "audit_events",
  "telemetry_retention_days",
  "audit_retention_days",
  "production_bytes",
  "environment_bytes",
  "project_bytes",
  "features_per_project",
  "actors_per_gate",
] as const;

const PlanName = oneOf(planNames);

/** A limit of the plan and its use. */
export const LimitRow = Type.Object(
  {
    name: oneOf(limitNames),
    limit: Type.Union([Type.Integer(), Type.Null()], { description: "Null for no limit." }),
    used: Type.Union([Type.Integer(), Type.Null()], {
      description:
        "The largest use, for limits of each environment or gate; null where nothing is counted.",
    }),
    isOverridden: Type.Boolean({ description: "Whether the limit differs from the plan's." }),
    minimum: Type.Integer(),
    maximum: Type.Integer(),
  },
  { $id: "Limit" },
);
export type LimitRow = Static<typeof LimitRow>;

export const Plan = Type.Object({ plan: PlanName, limits: listOf(LimitRow) }, { $id: "Plan" });

export const SetPlan = Type.Object(
  { ...Written.properties, ...Plan.properties },
  { $id: "SetPlan" },
);

export const NewPlan = Type.Object(
  {
    plan: PlanName,
    limits: Type.Record(textUpTo(100), nullable(integerFrom(0, Number.MAX_SAFE_INTEGER)), {
      maxProperties: 20,
      description: "The limits that replace the plan's own; an omitted limit is the plan's own.",
    }),
  },
  { ...exactFields, $id: "NewPlan" },
);
