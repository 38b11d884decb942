import { limitsOf } from "./plan.ts";
import type { State } from "./state.ts";

/** For how many days a project's telemetry is stored and shown; 0 for an unknown project. */
export function retentionDaysOf(state: State, projectId: number): number {
  const project = state.projects.get(projectId);
  const organization =
    project === undefined ? undefined : state.organizations.get(project.organizationId);
  return organization === undefined
    ? 0
    : limitsOf(organization.plan, organization.planOverrides).telemetryRetentionDays;
}
