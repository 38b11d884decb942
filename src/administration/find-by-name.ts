import { memberOfEmail } from "../commands/member-commands.ts";
import type { Environment } from "../model/environment.ts";
import type { Feature } from "../model/feature.ts";
import { environmentOfSlug, firstProject, projectOfName } from "../model/find-place.ts";
import type { Organization, Project } from "../model/project.ts";
import { organizationOf } from "../model/project-organization.ts";
import type { State } from "../model/state.ts";
import { findFeature, productionOf } from "../model/state-lookups.ts";
import { unknownEnvironment, unknownProject } from "../model/unknown-place.ts";
import type { User } from "../model/user.ts";
import { quote } from "../text/quote.ts";
import { AdministrationError } from "./administration-error.ts";

/*
 * Finds what the arguments of a command name. All functions throw an AdministrationError
 * if it does not exist.
 */

/** The project of that name, ignoring letter case; the first project without a name. */
export function requireProject(state: State, name: string | undefined): Project {
  const project = name === undefined ? firstProject(state) : projectOfName(state, name);
  if (project === undefined) {
    throw new AdministrationError(unknownProject(state, name ?? ""));
  }
  return project;
}

/** The one organization; all projects share its members and plan. */
export function onlyOrganization(state: State): Organization {
  return organizationOf(state, requireProject(state, undefined).id);
}

/** The environment of that slug; Production without a slug. */
export function requireEnvironment(
  state: State,
  project: Project,
  slug: string | undefined,
): Environment {
  const environment =
    slug === undefined
      ? productionOf(state, project.id)
      : environmentOfSlug(state, project.id, slug);
  if (environment === undefined) {
    throw new AdministrationError(unknownEnvironment(state, project, slug ?? ""));
  }
  return environment;
}

export function requireFeature(state: State, project: Project, key: string): Feature {
  const feature = findFeature(state, project.id, key);
  if (feature === undefined) {
    throw new AdministrationError(
      `the project ${quote(project.name)} has no feature ${quote(key)}`,
    );
  }
  return feature;
}

export function requireMember(state: State, email: string): User {
  const user = memberOfEmail(state, onlyOrganization(state), email);
  if (user === undefined) {
    throw new AdministrationError(`${quote(email)} is not a member of the organization`);
  }
  return user;
}

/**
 * The user with that e-mail address, who must be a member of the organization and of the project.
 */
export function requireProjectMember(state: State, project: Project, email: string): User {
  const user = requireMember(state, email);
  if (state.projectMembers.get(project.id)?.has(user.id) !== true) {
    throw new AdministrationError(
      `${quote(email)} is not a member of the project ${quote(project.name)}`,
    );
  }
  return user;
}
