import { type Static, Type } from "@sinclair/typebox";
import { createEnvironment } from "../commands/environment-commands.ts";
import { addProjectMember } from "../commands/member-commands.ts";
import { quoted } from "../config/quoted.ts";
import { firstOwner } from "../model/first-owner.ts";
import type { Project } from "../model/project.ts";
import type { State } from "../model/state.ts";
import { AdministrationError } from "./administration-error.ts";
import { operation } from "./administration-operation.ts";
import { findProject, theOrganization } from "./named.ts";
import { exact, Id, Name } from "./schemas.ts";

/** Every project's features are in memory; nobody at a shell needs more. */
const projectsMax = 1_000;

export const ProjectModel = Type.Object(
  {
    id: Id,
    name: Type.String(),
    features: Type.Integer(),
    environments: Type.Integer(),
    members: Type.Integer(),
    strict: Type.Boolean({ description: "whether only registered groups may be enabled" }),
  },
  exact,
);
export type ProjectModel = Static<typeof ProjectModel>;

export const projectOperations = {
  "project.create": operation({
    input: Type.Object({ name: Name }, exact),
    output: ProjectModel,
    work(draft, { name }) {
      if (findProject(draft.state, name) !== undefined) {
        throw new AdministrationError(`there is a project ${quoted(name)} already`);
      }
      if (draft.state.projects.size >= projectsMax) {
        throw new AdministrationError(`there are ${projectsMax} projects, and no more may be`);
      }
      const project: Project = {
        id: draft.nextId("project"),
        organizationId: theOrganization(draft.state).id,
        name,
        isStrictAboutGroups: false,
      };
      draft.record({ kind: "project.saved", project });
      createEnvironment(draft, {
        projectId: project.id,
        name: "Production",
        slug: "production",
        kind: "production",
        creatorTokenId: null,
      });
      addProjectMember(draft, project, firstOwner(draft.state));
      return projectModel(draft.state, project);
    },
  }),

  "project.list": operation({
    input: Type.Object({}, exact),
    output: Type.Object({ projects: Type.Array(ProjectModel) }, exact),
    work({ state }) {
      const projects = state.projects.toArray().map(([, project]) => projectModel(state, project));
      return { projects: projects.sort((left, right) => left.id - right.id) };
    },
  }),
};

function projectModel(state: State, { id, name, isStrictAboutGroups }: Project): ProjectModel {
  return {
    id,
    name,
    features: state.features.get(id)?.size ?? 0,
    environments: state.environments.count(({ projectId }) => projectId === id),
    members: state.projectMembers.get(id)?.size ?? 0,
    strict: isStrictAboutGroups,
  };
}
