import { GatehouseError } from "../../../core/errors.ts";
import { limitsOf, type PlanLimits, planLimitBounds, plans } from "../../../core/model/plan.ts";
import type { Organization } from "../../../core/model/project.ts";
import type { State } from "../../../core/model/state.ts";
import { productionOf } from "../../../core/model/state-lookups.ts";
import { type LimitRow, limitNames } from "../contract/plan-models.ts";
import { activeTokenCounts } from "./active-token-counts.ts";

type LimitName = LimitRow["name"];

const limitFields = {
  custom_environments: "customEnvironmentsMax",
  tokens_per_environment: "tokensPerEnvironmentMax",
  audit_events: "auditEventsMax",
  telemetry_retention_days: "telemetryRetentionDays",
  audit_retention_days: "auditRetentionDays",
  production_bytes: "productionBytesMax",
  environment_bytes: "environmentBytesMax",
  project_bytes: "projectBytesMax",
  features_per_project: "featuresPerProjectMax",
  actors_per_gate: "actorsPerGateMax",
} as const satisfies Record<LimitName, keyof PlanLimits>;

/** Limits that may be `null`, which means no limit. */
const unlimited: ReadonlySet<LimitName> = new Set(["audit_events", "audit_retention_days"]);

function isLimitName(name: string): name is LimitName {
  return Object.hasOwn(limitFields, name);
}

/** The limits that replace the plan's own. Throws `input_invalid` with the limit's name. */
export function limitOverrides(
  limits: Readonly<Record<string, number | null>>,
): Partial<PlanLimits> {
  const entries = Object.entries(limits).map(([name, value]) => {
    if (!isLimitName(name)) {
      throw new GatehouseError("input_invalid", {
        message: "This limit does not exist",
        place: name,
      });
    }
    const field = limitFields[name];
    const { minimum, maximum } = planLimitBounds[field];
    const isAllowed = value === null ? unlimited.has(name) : value >= minimum && value <= maximum;
    if (!isAllowed) {
      const message = `The limit must be an integer from ${minimum} to ${maximum}`;
      throw new GatehouseError("input_invalid", { message, place: name });
    }
    return [field, value] as const;
  });
  const overrides: Partial<PlanLimits> = Object.fromEntries(entries);
  return overrides;
}

/** Each limit with its use. */
export function limitRows(
  state: State,
  { plan, planOverrides }: Organization,
  { projectId, now }: { readonly projectId: number; readonly now: number },
): readonly LimitRow[] {
  const limits = limitsOf(plan, planOverrides);
  const own = plans[plan];
  const used = usedOf(state, projectId, now);
  return limitNames.map((name) => {
    const field = limitFields[name];
    return {
      name,
      limit: limits[field],
      used: used[name] ?? null,
      isOverridden: limits[field] !== own[field],
      ...planLimitBounds[field],
    };
  });
}

function usedOf(
  state: State,
  askedProjectId: number,
  now: number,
): Partial<Record<LimitName, number>> {
  const production = productionOf(state, askedProjectId);
  const environments = [...state.environments.values()].filter(
    ({ projectId }) => projectId === askedProjectId,
  );
  const tokens = activeTokenCounts(state, now);
  const bytesOf = (id: number) => state.storedBytes.byEnvironment.get(id) ?? 0;
  const others = environments.filter(({ id }) => id !== production.id);
  return {
    custom_environments: state.environments.count(({ kind }) => kind === "custom"),
    tokens_per_environment: largest(tokens.values()),
    production_bytes: bytesOf(production.id),
    environment_bytes: largest(others.map(({ id }) => bytesOf(id))),
    project_bytes: state.storedBytes.byProject.get(askedProjectId) ?? 0,
    features_per_project: state.features.get(askedProjectId)?.size ?? 0,
    actors_per_gate: mostActors(state, environments),
  };
}

/** As arguments of `Math.max`, a long list would not fit on the stack. */
function largest(counts: Iterable<number>): number {
  let most = 0;
  for (const count of counts) {
    most = Math.max(most, count);
  }
  return most;
}

function mostActors(state: State, environments: readonly { readonly id: number }[]): number {
  let most = 0;
  for (const { id } of environments) {
    for (const { gates } of state.toggles.get(id)?.values() ?? []) {
      most = Math.max(most, gates.actors.length);
    }
  }
  return most;
}
