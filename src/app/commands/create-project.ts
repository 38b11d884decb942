import type { Draft } from "../../core/model/draft.ts";
import { finishedRuleDefault } from "../../core/model/finished-rule.ts";
import type { Organization, Project } from "../../core/model/project.ts";
import type { User } from "../../core/model/user.ts";
import { createEnvironment } from "./environment-commands.ts";
import { addProjectMember } from "./member-commands.ts";

interface NewProject {
  readonly name: string;
  readonly organization: Organization;
  readonly firstMember: User;
}

/** Creates a project with a Production environment and its first member. */
export function createProject(
  draft: Draft,
  { name, organization, firstMember }: NewProject,
): Project {
  const project: Project = {
    id: draft.nextId("project"),
    organizationId: organization.id,
    name,
    isStrictAboutGroups: false,
    issuePattern: null,
    samplesActors: false,
    ...finishedRuleDefault,
  };
  draft.record({ kind: "project.saved", project });
  createEnvironment(draft, {
    projectId: project.id,
    name: "Production",
    slug: "production",
    kind: "production",
    creatorTokenId: null,
  });
  addProjectMember(draft, project, firstMember);
  return project;
}
