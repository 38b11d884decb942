import type { PlanLimits, PlanName } from "./plan.ts";

export interface Organization {
  readonly id: number;
  readonly name: string;
  readonly plan: PlanName;
  /** Limits set one by one, over those of the plan. */
  readonly planOverrides: Partial<PlanLimits>;
}

export interface Project {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  /** Whether only registered groups may be enabled (DESIGN.md section 6, hosted groups). */
  readonly isStrictAboutGroups: boolean;
}
