import { environmentOfSlug } from "../commands/environment-commands.ts";
import { userOfEmail } from "../commands/member-commands.ts";
import { quoted } from "../config/quoted.ts";
import type { Caller } from "../model/caller.ts";
import type { Environment } from "../model/environment.ts";
import type { Feature } from "../model/feature.ts";
import { firstOwner } from "../model/first-owner.ts";
import type { Organization, Project } from "../model/project.ts";
import { organizationOf } from "../model/project-organization.ts";
import type { State } from "../model/state.ts";
import { findFeature, productionOf } from "../model/state-lookups.ts";
import type { User } from "../model/user.ts";
import { AdministrationError } from "./administration-error.ts";

/*
 * What the words of a command name. All of these throw an AdministrationError for what there is
 * not, as whoever names a thing expects it to exist.
 */

/** The project of that name, whatever the letter case; the first one if none is named. */
export function projectNamed(state: State, name: string | undefined): Project {
  const project =
    name === undefined ? state.projects.minBy(({ id }) => id) : findProject(state, name);
  if (project === undefined) {
    throw new AdministrationError(`there is no project ${quoted(name ?? "")}`);
  }
  return project;
}

export function findProject(state: State, name: string): Project | undefined {
  const wanted = foldCase(name);
  return state.projects.find((project) => foldCase(project.name) === wanted);
}

/** There is one organization; its projects share members and plan. */
export function theOrganization(state: State): Organization {
  return organizationOf(state, projectNamed(state, undefined).id);
}

/** The environment of that slug; Production if none is named. */
export function environmentNamed(
  state: State,
  project: Project,
  slug: string | undefined,
): Environment {
  const environment =
    slug === undefined
      ? productionOf(state, project.id)
      : environmentOfSlug(state, project.id, slug);
  if (environment === undefined) {
    throw new AdministrationError(
      `the project ${quoted(project.name)} has no environment ${quoted(slug ?? "")}`,
    );
  }
  return environment;
}

export function featureNamed(state: State, project: Project, key: string): Feature {
  const feature = findFeature(state, project.id, key);
  if (feature === undefined) {
    throw new AdministrationError(
      `the project ${quoted(project.name)} has no feature ${quoted(key)}`,
    );
  }
  return feature;
}

export function memberNamed(state: State, email: string): User {
  const organization = theOrganization(state);
  const user = userOfEmail(state, email);
  const members = state.organizationMembers.get(organization.id);
  if (user === undefined || members?.has(user.id) !== true) {
    throw new AdministrationError(`${quoted(email)} is no member of the organization`);
  }
  return user;
}

/** A member of the organization and of the project. */
export function projectMemberNamed(state: State, project: Project, email: string): User {
  const user = memberNamed(state, email);
  if (state.projectMembers.get(project.id)?.has(user.id) !== true) {
    throw new AdministrationError(
      `${quoted(email)} is no member of the project ${quoted(project.name)}`,
    );
  }
  return user;
}

/** The shell at work in an environment: audits name the first owner. */
export function shellCaller(state: State, environment: Environment): Caller {
  const owner = firstOwner(state);
  return {
    environment,
    actor: { type: "User", id: String(owner.id) },
    userId: owner.id,
    token: null,
  };
}

function foldCase(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
