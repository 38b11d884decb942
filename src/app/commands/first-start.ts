import type { Draft } from "../../core/model/draft.ts";
import { finishedRuleDefault } from "../../core/model/finished-rule.ts";
import type { Organization, Project } from "../../core/model/project.ts";
import type { User } from "../../core/model/user.ts";
import { createEnvironment } from "./environment-commands.ts";

/** The address of the first owner until the set-up, which can change it. */
export const firstOwnerEmail = "owner@localhost";

/**
 * Creates the organization, the project, Production and the owner in an empty data directory
 * (docs/decisions.md#first-start). Does nothing if there is a project. The owner gets no personal
 * environment, so that Production is the only environment; `member add` creates one later.
 */
export function firstStart(draft: Draft): void {
  if (!draft.state.projects.isEmpty()) {
    return;
  }
  const organization: Organization = {
    id: draft.nextId("organization"),
    name: "Default",
    plan: "self_hosted",
    planOverrides: {},
  };
  const project: Project = {
    id: draft.nextId("project"),
    organizationId: organization.id,
    name: "Default",
    isStrictAboutGroups: false,
    issuePattern: null,
    samplesActors: false,
    ...finishedRuleDefault,
  };
  const owner: User = {
    id: draft.nextId("user"),
    name: "Owner",
    email: firstOwnerEmail,
    createdAt: draft.now,
  };
  draft.record({ kind: "organization.saved", organization });
  draft.record({ kind: "project.saved", project });
  draft.record({ kind: "user.saved", user: owner });
  createEnvironment(draft, {
    projectId: project.id,
    slug: "production",
    name: "Production",
    kind: "production",
    creatorTokenId: null,
  });
  draft.record({
    kind: "organization.member_saved",
    organizationId: organization.id,
    userId: owner.id,
    role: "owner",
  });
  draft.record({ kind: "project.member_added", projectId: project.id, userId: owner.id });
}
