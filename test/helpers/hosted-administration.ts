import { createEnvironment } from "../../src/app/commands/environment-commands.ts";
import { removeGroup as unregister } from "../../src/app/commands/group-commands.ts";
import { mirrorFeature } from "../../src/app/commands/mirror-commands.ts";
import { setPlan as recordPlan } from "../../src/app/commands/plan-commands.ts";
import { revokeToken } from "../../src/app/commands/token-commands.ts";
import type { Caller } from "../../src/core/model/caller.ts";
import type { Draft } from "../../src/core/model/draft.ts";
import type { Environment } from "../../src/core/model/environment.ts";
import { finishedRuleDefault } from "../../src/core/model/finished-rule.ts";
import type { PlanLimits, PlanName } from "../../src/core/model/plan.ts";
import type { Project } from "../../src/core/model/project.ts";
import { findFeature } from "../../src/core/model/state-lookups.ts";
import { hashToken } from "../../src/core/secrets/token-value.ts";
import type { HostedServer } from "./hosted-server.ts";

/*
 * Changes of a hosted server's state that its API does not offer.
 */

/** The ids of the first start (docs/operations.md#first-start). */
const firstOrganizationId = 1;
export const firstProjectId = 1;
export const firstOwnerId = 1;

function submit<Answer>({ deployment }: HostedServer, command: (draft: Draft) => Answer) {
  return deployment.writer.submit(command);
}

export function setPlan(
  server: HostedServer,
  plan: PlanName,
  planOverrides: Partial<PlanLimits> = {},
): Promise<void> {
  return submit(server, (draft) => {
    const organization = draft.state.organizations.get(firstOrganizationId);
    if (organization === undefined) {
      throw new Error("there is no organization");
    }
    recordPlan(draft, organization, plan, planOverrides);
  });
}

export function setStrictGroups(server: HostedServer, isStrict: boolean): Promise<void> {
  return submit(server, (draft) => {
    const project = draft.state.projects.get(firstProjectId);
    if (project === undefined) {
      throw new Error("there is no project");
    }
    draft.record({
      kind: "project.saved",
      project: { ...project, isStrictAboutGroups: isStrict },
    });
  });
}

/** Removes a group from the registry of the first project; gates keep it. */
export function removeGroup(server: HostedServer, name: string): Promise<boolean> {
  return submit(server, (draft) => unregister(draft, firstProjectId, name));
}

/** Adds a member of the organization and of the first project; returns the user's id. */
export function addMember(server: HostedServer, name: string): Promise<number> {
  return submit(server, (draft) => {
    const id = draft.nextId("user");
    draft.record({
      kind: "user.saved",
      user: { id, name, email: `${name}@example.test`, createdAt: draft.now },
    });
    draft.record({
      kind: "organization.member_saved",
      organizationId: firstOrganizationId,
      userId: id,
      role: "member",
    });
    draft.record({ kind: "project.member_added", projectId: firstProjectId, userId: id });
    return id;
  });
}

export function leaveOrganization(server: HostedServer, userId: number): Promise<void> {
  return submit(server, (draft) =>
    draft.record({
      kind: "organization.member_removed",
      organizationId: firstOrganizationId,
      userId,
    }),
  );
}

export function leaveProject(server: HostedServer, userId: number): Promise<void> {
  return submit(server, (draft) =>
    draft.record({ kind: "project.member_removed", projectId: firstProjectId, userId }),
  );
}

/** Adds a project to the organization, with the first owner as a member; returns its Production. */
export function addProject(server: HostedServer, name: string): Promise<Environment> {
  return submit(server, (draft) => {
    const project: Project = {
      id: draft.nextId("project"),
      organizationId: firstOrganizationId,
      name,
      isStrictAboutGroups: false,
      issuePattern: null,
      samplesActors: false,
      ...finishedRuleDefault,
    };
    draft.record({ kind: "project.saved", project });
    draft.record({ kind: "project.member_added", projectId: project.id, userId: firstOwnerId });
    return createEnvironment(draft, {
      projectId: project.id,
      name: "Production",
      slug: "production",
      kind: "production",
      creatorTokenId: null,
    });
  });
}

/** Adds an environment to the first project that no token created. */
export function addEnvironment(
  server: HostedServer,
  described: { readonly name: string; readonly kind: "custom" | "personal"; memberId?: number },
): Promise<Environment> {
  return submit(server, (draft) =>
    createEnvironment(draft, {
      projectId: firstProjectId,
      creatorTokenId: null,
      slug: described.name.toLowerCase(),
      ...described,
    }),
  );
}

export function revoke(server: HostedServer, value: string): Promise<void> {
  return submit(server, (draft) => {
    const token = draft.state.tokens.get(hashToken(value));
    if (token === undefined) {
      throw new Error("there is no such token");
    }
    revokeToken(draft, token);
  });
}

/** Returns the first owner as a caller in an environment, without a token. */
export function ownerIn(environment: Environment): Caller {
  return {
    environment,
    actor: { type: "User", id: String(firstOwnerId) },
    userId: firstOwnerId,
    token: null,
  };
}

/** Makes a feature follow Production again; resolves to false if it already did. */
export function mirror(
  server: HostedServer,
  environment: Environment,
  key: string,
): Promise<boolean> {
  return submit(server, (draft) => {
    const feature = findFeature(draft.state, environment.projectId, key);
    if (feature === undefined) {
      throw new Error(`there is no feature ${key}`);
    }
    return mirrorFeature(draft, ownerIn(environment), feature);
  });
}

/** Returns the environment with that id. Throws if there is none. */
export function environmentOf({ deployment }: HostedServer, id: number): Environment {
  const environment = deployment.writer.state.environments.get(id);
  if (environment === undefined) {
    throw new Error(`there is no environment ${id}`);
  }
  return environment;
}
