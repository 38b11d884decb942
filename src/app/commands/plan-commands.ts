import type { Draft } from "../../core/model/draft.ts";
import type { PlanLimits, PlanName } from "../../core/model/plan.ts";
import type { Organization } from "../../core/model/project.ts";

/** Sets the plan and replaces all overrides: other limits are the plan's. */
export function setPlan(
  draft: Draft,
  organization: Organization,
  plan: PlanName,
  planOverrides: Partial<PlanLimits>,
): Organization {
  const changed: Organization = { ...organization, plan, planOverrides };
  draft.record({ kind: "organization.saved", organization: changed });
  return changed;
}
