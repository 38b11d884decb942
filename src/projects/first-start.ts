import type { Draft } from "../writer/draft.ts";

const organizationId = 1;
const projectId = 1;
const ownerId = 1;

/**
 * Gives an empty data directory what everything else hangs on (DESIGN.md section 1): organization,
 * project, Production and an owner. Does nothing where there is a project already.
 */
export function firstStart(draft: Draft): void {
  if (!draft.state.projects.isEmpty()) {
    return;
  }
  draft.record({
    kind: "organization.saved",
    organization: {
      id: organizationId,
      name: "Default",
      plan: "self_hosted",
      planOverrides: {},
    },
  });
  draft.record({
    kind: "project.saved",
    project: { id: projectId, organizationId, name: "Default", isStrictAboutGroups: false },
  });
  draft.record({
    kind: "user.saved",
    user: { id: ownerId, name: "Owner", email: "owner@localhost", createdAt: draft.now },
  });
  draft.record({ kind: "organization.member_added", organizationId, userId: ownerId });
  draft.record({ kind: "project.member_added", projectId, userId: ownerId });
  draft.record({
    kind: "environment.created",
    environment: {
      id: draft.nextId("environment"),
      projectId,
      slug: "production",
      name: "Production",
      state: "production",
      createdAt: draft.now,
      memberId: null,
      creatorTokenId: null,
    },
  });
}
