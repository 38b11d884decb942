import { type Static, Type } from "@sinclair/typebox";
import { createEnvironment } from "../commands/environment-commands.ts";
import { addProjectMember } from "../commands/member-commands.ts";
import { projectOfName } from "../model/find-place.ts";
import { finishedRuleDefault } from "../model/finished-rule.ts";
import { firstOwner } from "../model/first-owner.ts";
import type { Project } from "../model/project.ts";
import type { State } from "../model/state.ts";
import { quote } from "../text/quote.ts";
import { AdministrationError } from "./administration-error.ts";
import { administrationOperation } from "./administration-operation.ts";
import { exact, Id, Name } from "./administration-schemas.ts";
import { onlyOrganization } from "./find-by-name.ts";

/** Bounds memory: the features of every project are in memory. */
const projectsMax = 1_000;

const AdministeredProject = Type.Object(
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
type AdministeredProject = Static<typeof AdministeredProject>;

export const projectOperations = {
  "project.create": administrationOperation({
    input: Type.Object({ name: Name }, exact),
    output: AdministeredProject,
    work(draft, { name }) {
      if (projectOfName(draft.state, name) !== undefined) {
        throw new AdministrationError(`the project ${quote(name)} exists already`);
      }
      if (draft.state.projects.size >= projectsMax) {
        throw new AdministrationError(`the limit of ${projectsMax} projects is reached`);
      }
      const project: Project = {
        id: draft.nextId("project"),
        organizationId: onlyOrganization(draft.state).id,
        name,
        isStrictAboutGroups: false,
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
      addProjectMember(draft, project, firstOwner(draft.state));
      return administeredProject(draft.state, project);
    },
  }),

  "project.list": administrationOperation({
    input: Type.Object({}, exact),
    output: Type.Object({ projects: Type.Array(AdministeredProject) }, exact),
    work({ state }) {
      const projects = state.projects
        .toArray()
        .map(([, project]) => administeredProject(state, project));
      return { projects: projects.sort((left, right) => left.id - right.id) };
    },
  }),
};

function administeredProject(
  state: State,
  { id, name, isStrictAboutGroups }: Project,
): AdministeredProject {
  return {
    id,
    name,
    features: state.features.get(id)?.size ?? 0,
    environments: state.environments.count(({ projectId }) => projectId === id),
    members: state.projectMembers.get(id)?.size ?? 0,
    strict: isStrictAboutGroups,
  };
}
