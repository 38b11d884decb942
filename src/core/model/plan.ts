/** The limits of a plan (docs/api.md#limits). `null` means no limit. */
export interface PlanLimits {
  readonly customEnvironmentsMax: number;
  /** Active tokens in one environment. */
  readonly tokensPerEnvironmentMax: number;
  /** How many of the latest audit events are shown. */
  readonly auditEventsMax: number | null;
  /** With 0 no telemetry is stored. */
  readonly telemetryRetentionDays: number;
  /** For how long audits are stored. */
  readonly auditRetentionDays: number | null;
  /** The bytes of gate values (docs/decisions.md#quotas) in Production. */
  readonly productionBytesMax: number;
  /** The bytes of gate values in each other environment, of its own gates. */
  readonly environmentBytesMax: number;
  /** The bytes of gate values in all environments of a project. */
  readonly projectBytesMax: number;
  readonly featuresPerProjectMax: number;
  /** Actors in the gate of one feature in one environment. */
  readonly actorsPerGateMax: number;
}

const mebibyte = 1024 * 1024;

/** The limits of every plan on stored values, far above normal use: the quotas protect the server. */
const storedByDefault = {
  auditRetentionDays: null,
  productionBytesMax: 64 * mebibyte,
  environmentBytesMax: 8 * mebibyte,
  projectBytesMax: 256 * mebibyte,
  featuresPerProjectMax: 100_000,
  actorsPerGateMax: 100_000,
} as const;

export const plans = {
  self_hosted: {
    customEnvironmentsMax: 1_000,
    tokensPerEnvironmentMax: 50,
    auditEventsMax: null,
    telemetryRetentionDays: 90,
    ...storedByDefault,
  },
  team: {
    customEnvironmentsMax: 10,
    tokensPerEnvironmentMax: 10,
    auditEventsMax: 10_000,
    telemetryRetentionDays: 30,
    ...storedByDefault,
  },
  free: {
    customEnvironmentsMax: 1,
    tokensPerEnvironmentMax: 3,
    auditEventsMax: 0,
    telemetryRetentionDays: 0,
    ...storedByDefault,
  },
} as const satisfies Record<string, PlanLimits>;

export type PlanName = keyof typeof plans;
export const planNames = ["self_hosted", "team", "free"] as const satisfies readonly PlanName[];

/** All stored values are in memory, so the server could not serve more. */
const storedBytes = { minimum: 0, maximum: 64 * 1024 * mebibyte };

/** The allowed values of each limit. Of the limits, only the retentions delete data. */
export const planLimitBounds = {
  customEnvironmentsMax: { minimum: 0, maximum: 10_000 },
  tokensPerEnvironmentMax: { minimum: 1, maximum: 10_000 },
  auditEventsMax: { minimum: 0, maximum: 1_000_000_000 },
  telemetryRetentionDays: { minimum: 0, maximum: 3_650 },
  auditRetentionDays: { minimum: 1, maximum: 36_500 },
  productionBytesMax: storedBytes,
  environmentBytesMax: storedBytes,
  projectBytesMax: storedBytes,
  featuresPerProjectMax: { minimum: 0, maximum: 1_000_000 },
  actorsPerGateMax: { minimum: 0, maximum: 1_000_000 },
} as const satisfies Record<keyof PlanLimits, { minimum: number; maximum: number }>;

/** The limits in force: `overrides`, and the plan's limits for the rest. */
export function limitsOf(plan: PlanName, overrides: Partial<PlanLimits>): PlanLimits {
  return { ...plans[plan], ...overrides };
}
