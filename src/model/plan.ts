/** What a plan bounds (SPEC.md 8, DESIGN.md section 3). `null`: no bound. */
export interface PlanLimits {
  readonly customEnvironmentsMax: number;
  /** Active tokens in one environment. */
  readonly tokensPerEnvironmentMax: number;
  /** Audit events shown, newest first; 0 shows none. */
  readonly auditEventsMax: number | null;
  /** 0 keeps no telemetry. */
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

/** What a limit may be set to; what exists beyond a lowered one stays. */
export const planLimitBounds = {
  customEnvironmentsMax: { minimum: 0, maximum: 10_000 },
  tokensPerEnvironmentMax: { minimum: 1, maximum: 10_000 },
  auditEventsMax: { minimum: 0, maximum: 1_000_000_000 },
  telemetryRetentionDays: { minimum: 0, maximum: 3_650 },
} as const satisfies Record<keyof PlanLimits, { minimum: number; maximum: number }>;

/** The limits in force: the plan's, with those set one by one in their place. */
export function limitsOf(plan: PlanName, overrides: Partial<PlanLimits>): PlanLimits {
  return { ...plans[plan], ...overrides };
}
