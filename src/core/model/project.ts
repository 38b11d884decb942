import type { FinishedRule } from "./finished-rule.ts";
import type { PlanLimits, PlanName } from "./plan.ts";

export interface Organization {
  readonly id: number;
  readonly name: string;
  readonly plan: PlanName;
  /** Limits that replace the plan's limits. */
  readonly planOverrides: Partial<PlanLimits>;
}

export interface Project extends FinishedRule {
  readonly id: number;
  readonly organizationId: number;
  readonly name: string;
  /** Whether only registered groups may be enabled (docs/decisions.md#groups). */
  readonly isStrictAboutGroups: boolean;
  /** The address of an issue, with `{issue}` for its name; null if names are no links. */
  readonly issuePattern: string | null;
  /** Whether servers keep a sample of the actors that they check (docs/admin-api.md#impact). */
  readonly samplesActors: boolean;
}
