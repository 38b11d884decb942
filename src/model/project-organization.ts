import type { Organization } from "./project.ts";
import type { State } from "./state.ts";

/** The organization whose plan and members hold for a project. */
export function organizationOf(state: State, projectId: number): Organization {
  const project = state.projects.get(projectId);
  const organization =
    project === undefined ? undefined : state.organizations.get(project.organizationId);
  if (organization === undefined) {
    throw new Error(`Project ${projectId} belongs to no organization`);
  }
  return organization;
}
