/** The limits of a plan (docs/api.md#limits). `null` means no limit. */
export interface PlanLimits {
  readonly customEnvironmentsMax: number;
  /** Active tokens in one environment. */
  readonly tokensPerEnvironmentMax: number;
  /** How many of the newest audit events are shown. */
  readonly auditEventsMax: number | null;
  /** With 0 no telemetry is stored. */
  readonly telemetryRetentionDays: number;
}

export const plans = {
  self_hosted: {
    customEnvironmentsMax: 1_000,
    tokensPerEnvironmentMax: 50,
    auditEventsMax: null,
    telemetryRetentionDays: 90,
  },
  team: {
    customEnvironmentsMax: 10,
    tokensPerEnvironmentMax: 10,
    auditEventsMax: 10_000,
    telemetryRetentionDays: 30,
  },
  free: {
    customEnvironmentsMax: 1,
    tokensPerEnvironmentMax: 3,
    auditEventsMax: 0,
    telemetryRetentionDays: 0,
  },
} as const satisfies Record<string, PlanLimits>;

export type PlanName = keyof typeof plans;
export const planNames = ["self_hosted", "team", "free"] as const satisfies readonly PlanName[];

/** The values that a limit can be set to. A lowered limit deletes nothing. */
export const planLimitBounds = {
  customEnvironmentsMax: { minimum: 0, maximum: 10_000 },
  tokensPerEnvironmentMax: { minimum: 1, maximum: 10_000 },
  auditEventsMax: { minimum: 0, maximum: 1_000_000_000 },
  telemetryRetentionDays: { minimum: 0, maximum: 3_650 },
} as const satisfies Record<keyof PlanLimits, { minimum: number; maximum: number }>;

/** The limits in force: `overrides`, and the plan's limits for the rest. */
export function limitsOf(plan: PlanName, overrides: Partial<PlanLimits>): PlanLimits {
  return { ...plans[plan], ...overrides };
}
