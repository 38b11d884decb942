import { Elysia } from "elysia";
import { createProject } from "../../../app/commands/create-project.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Draft } from "../../../core/model/draft.ts";
import { projectOfName } from "../../../core/model/find-environment.ts";
import { firstOrganization } from "../../../core/model/first-organization.ts";
import { firstOwner } from "../../../core/model/first-owner.ts";
import type { Project } from "../../../core/model/project.ts";
import type { State } from "../../../core/model/state.ts";
import { quote } from "../../../core/text/quote.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { NewProject, ProjectList, ProjectRow } from "../contract/project-models.ts";
import { projectsById } from "./member-rows.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** Bounds memory: the features of every project are in memory. */
const projectsMax = 1_000;

/** The projects of the organization. */
export function projectController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  return new Elysia({ tags: ["Projects"] })
    .use(routes)
    .get(
      "/projects",
      () => {
        const { state } = writer;
        const counts = state.environments.countBy(({ projectId }) => projectId);
        const row = (project: Project) => projectRow(state, project, counts.get(project.id) ?? 0);
        return { projects: projectsById(state).map(row) };
      },
      {
        role: "viewer",
        hostedOnly: "for_clients",
        response: { 200: answered(ProjectList, "The projects, the oldest first") },
        refuses: [],
        detail: {
          operationId: "listProjects",
          summary: "List the projects",
          description: `Lists all projects: at most ${projectsMax}.`,
        },
      },
    )
    .post(
      "/projects",
      async ({ caller, body: { name } }) => {
        const { project } = await changeProject(services, caller, (draft) => {
          requireRoomFor(draft, name);
          const organization = firstOrganization(draft.state);
          const firstMember = caller.signedIn?.user ?? firstOwner(draft.state);
          const created = createProject(draft, { name, organization, firstMember });
          const { environments } = draft.state;
          const count = environments.count(({ projectId }) => projectId === created.id);
          return { project: projectRow(draft.state, created, count) };
        });
        return project;
      },
      {
        role: "owner",
        hostedOnly: "for_clients",
        body: withExample(NewProject, { name: "Mobile apps" }),
        response: { 200: answered(ProjectRow, "The project") },
        refuses: [...projectChangeRefusals, "project_exists", "project_limit"],
        detail: {
          operationId: "createProject",
          summary: "Create a project",
          description:
            "Creates a project with a Production environment and the caller as a member.",
        },
      },
    );
}

function requireRoomFor({ state }: Draft, name: string): void {
  if (projectOfName(state, name) !== undefined) {
    const message = `the project ${quote(name)} exists already`;
    throw new GatehouseError("project_exists", { message, place: "name" });
  }
  if (state.projects.size >= projectsMax) {
    const message = `the limit of ${projectsMax} projects is reached`;
    throw new GatehouseError("project_limit", { message });
  }
}

function projectRow(
  state: State,
  { id, name, isStrictAboutGroups }: Project,
  environmentCount: number,
): ProjectRow {
  return {
    id,
    name,
    featureCount: state.features.get(id)?.size ?? 0,
    environmentCount,
    memberCount: state.projectMembers.get(id)?.size ?? 0,
    isStrict: isStrictAboutGroups,
  };
}
