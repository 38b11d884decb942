import { Elysia } from "elysia";
import { addGroup, removeGroup } from "../../commands/group-commands.ts";
import { answered, withExample } from "../../http/declared/documented-schemas.ts";
import { requireGroupName } from "../../toggles/group-name.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { projectOf } from "../asked-environment.ts";
import { GroupList, GroupsPolicy, NewGroup, OfGroup } from "../contract/group-models.ts";
import { Written } from "../contract/shared-models.ts";
import { groupRows, refuseUsedGroup } from "./group-rows.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The groups of the project. */
export function groupController({ services, hostGroups }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  return new Elysia({ tags: ["Groups"] })
    .use(routes)
    .get(
      "/groups",
      ({ caller }) => ({
        groups: groupRows(writer.state, caller.projectId, hostGroups),
        isStrict: hostGroups === undefined && projectOf(writer.state, caller).isStrictAboutGroups,
      }),
      {
        role: "viewer",
        response: { 200: answered(GroupList, "The groups by name, and the policy") },
        refuses: [],
        detail: { operationId: "listGroups", summary: "List the groups" },
      },
    )
    .post(
      "/groups",
      ({ caller, body }) =>
        changeProject(services, caller, (draft) => {
          addGroup(draft, caller.projectId, requireGroupName(body.name));
        }),
      {
        role: "admin",
        hostedOnly: true,
        body: withExample(NewGroup, { name: "beta_testers" }),
        response: { 200: answered(Written, "The group is registered") },
        refuses: [...projectChangeRefusals, "feature_name_missing", "group_not_registered"],
        detail: {
          operationId: "registerGroup",
          summary: "Register a group",
          description: "Registers a group. Changes nothing if the group is registered already.",
        },
      },
    )
    .delete(
      "/groups/:group",
      ({ caller, params }) =>
        changeProject(services, caller, (draft) => {
          refuseUsedGroup(draft.state, caller.projectId, { hostGroups, name: params.group });
          removeGroup(draft, caller.projectId, params.group);
        }),
      {
        role: "admin",
        hostedOnly: true,
        params: OfGroup,
        response: { 200: answered(Written, "The group is not registered any more") },
        refuses: [...projectChangeRefusals, "group_used"],
        detail: {
          operationId: "removeGroup",
          summary: "Remove a group",
          description: "Removes a group that no gate has. Changes nothing for an unknown group.",
        },
      },
    )
    .put(
      "/groups-policy",
      ({ caller, body: { isStrict } }) =>
        changeProject(services, caller, (draft) => {
          const project = projectOf(draft.state, caller);
          if (project.isStrictAboutGroups !== isStrict) {
            const saved = { ...project, isStrictAboutGroups: isStrict };
            draft.record({ kind: "project.saved", project: saved });
          }
        }),
      {
        role: "admin",
        hostedOnly: true,
        body: withExample(GroupsPolicy, { isStrict: true }),
        response: { 200: answered(Written, "The policy is set") },
        refuses: projectChangeRefusals,
        detail: { operationId: "setGroupsPolicy", summary: "Set which groups gates accept" },
      },
    );
}
