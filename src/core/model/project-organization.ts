import type { Organization } from "./project.ts";
import type { State } from "./state.ts";

/**
 * The organization that a project belongs to, whose plan and members apply. Throws if there is
 * none.
 */
export function organizationOf(state: State, projectId: number): Organization {
  const project = state.projects.get(projectId);
  const organization =
    project === undefined ? undefined : state.organizations.get(project.organizationId);
  if (organization === undefined) {
    throw new Error(`Project ${projectId} belongs to no organization`);
  }
  return organization;
}
