import { Elysia } from "elysia";
import { addGroup, removeGroup } from "../../../app/commands/group-commands.ts";
import { registeredGroupsMax } from "../../../app/commands/hosted-group-policy.ts";
import { GatehouseError } from "../../../core/errors.ts";
import { requireRegisteredName } from "../../../core/evaluation/group-name.ts";
import { quote } from "../../../core/text/quote.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { projectOf } from "../asked-environment.ts";
import {
  GroupList,
  GroupRemoval,
  GroupsPolicy,
  NewGroup,
  RegisteredGroup,
  SetGroupsPolicy,
} from "../contract/group-models.ts";
import { Written } from "../contract/shared-models.ts";
import { groupRows, refuseUsedGroup } from "./group-rows.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const listDescription =
  `Lists the registered groups, at most ${registeredGroupsMax}, and the groups of gates, whose bytes the ` +
  "plan bounds.";

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
        detail: {
          operationId: "listGroups",
          summary: "List the groups",
          description: listDescription,
        },
      },
    )
    .post(
      "/groups",
      ({ caller, body }) =>
        changeProject(services, caller, (draft) => {
          const name = requireRegisteredName(body.name);
          return { isNew: addGroup(draft, caller.projectId, name) };
        }),
      {
        role: "admin",
        hostedOnly: true,
        body: withExample(NewGroup, { name: "beta_testers" }),
        response: { 200: answered(RegisteredGroup, "The group is registered") },
        refuses: [...projectChangeRefusals, "feature_name_missing", "group_not_registered"],
        detail: {
          operationId: "registerGroup",
          summary: "Register a group",
          description: "Registers a group. Changes nothing if the group is registered already.",
        },
      },
    )
    .delete(
      "/groups",
      ({ caller, query: { name, used } }) =>
        changeProject(services, caller, (draft) => {
          if (used !== "keep") {
            refuseUsedGroup(draft.state, caller.projectId, { hostGroups, name });
          }
          if (!removeGroup(draft, caller.projectId, name)) {
            const project = quote(projectOf(draft.state, caller).name);
            const message = `the project ${project} has no group ${quote(name)}`;
            throw new GatehouseError("group_not_found", { message });
          }
          return {};
        }),
      {
        role: "admin",
        hostedOnly: "for_clients",
        query: GroupRemoval,
        response: { 200: answered(Written, "The group is no longer registered") },
        refuses: [...projectChangeRefusals, "group_not_found", "group_used"],
        detail: {
          operationId: "removeGroup",
          summary: "Remove a group",
          description: "Removes a group that no gate has, unless `used` is `keep`.",
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
          return { project: project.name };
        }),
      {
        role: "admin",
        hostedOnly: true,
        body: withExample(GroupsPolicy, { isStrict: true }),
        response: { 200: answered(SetGroupsPolicy, "The policy is set") },
        refuses: projectChangeRefusals,
        detail: { operationId: "setGroupsPolicy", summary: "Set which groups gates accept" },
      },
    );
}
