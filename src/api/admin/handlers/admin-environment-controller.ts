import { Elysia } from "elysia";
import {
  createEnvironment,
  deleteEnvironment,
} from "../../../app/commands/environment-commands.ts";
import {
  environmentsOfName,
  parseEnvironmentName,
} from "../../../app/commands/environment-name.ts";
import { runAs } from "../../../app/commands/permit-changes.ts";
import { requireValidCaller } from "../../../app/commands/require-valid-caller.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Environment } from "../../../core/model/environment.ts";
import { stateOfKind } from "../../../core/model/environment-state-names.ts";
import { personOf } from "../../../core/model/person.ts";
import type { State } from "../../../core/model/state.ts";
import { quote } from "../../../core/text/quote.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import { commandRefusals } from "../admin-refusals.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf, projectOf } from "../asked-environment.ts";
import {
  AddedEnvironment,
  DeletedEnvironment,
  EnvironmentList,
  type EnvironmentRow,
  NewCustomEnvironment,
  TypedEnvironment,
} from "../contract/environment-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { activeTokenCounts } from "./active-token-counts.ts";
import { shownEnvironments } from "./shown-environments.ts";
import {
  callerInEnvironment,
  callerInProject,
  type UiDependencies,
  written,
} from "./ui-dependencies.ts";

const order = ["production", "custom", "personal"] as const;

/** The environments of the project (docs/admin-api.md#routes). */
export function adminEnvironmentController(deps: UiDependencies, routes: AdminRoutes) {
  return new Elysia()
    .use(environmentList(deps, routes))
    .use(creation(deps, routes))
    .use(deletion(deps, routes));
}

function environmentList({ services, now, hostGroups }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  const isMountable = hostGroups !== undefined;
  return new Elysia({ tags: ["Environments"] }).use(routes).get(
    "/environments",
    ({ caller }) => {
      const { state } = writer;
      const shown = shownEnvironments(state, caller, isMountable).toSorted(
        (left, right) => order.indexOf(left.kind) - order.indexOf(right.kind) || left.id - right.id,
      );
      const active = activeTokenCounts(state, now());
      return { environments: shown.map((each) => environmentRow(state, each, active)) };
    },
    {
      role: "viewer",
      environmentToken: "reader",
      response: { 200: answered(EnvironmentList, "The environments, Production first") },
      refuses: [],
      detail: {
        operationId: "listEnvironments",
        summary: "List the environments",
        description:
          "The token of an environment lists its own environment. The plan bounds custom environments, " +
          "and each member of the project has at most one personal environment.",
      },
    },
  );
}

function creation({ services: { writer } }: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Environments"] }).use(routes).post(
    "/environments",
    async ({ caller: adminCaller, body }) => {
      const { name, slug } = parseEnvironmentName(body.name);
      const caller = callerInProject(writer.state, adminCaller);
      const environment = await writer.submit((draft) => {
        requireValidCaller(draft, caller);
        const { projectId } = caller.environment;
        if (environmentsOfName(draft.state, projectId, name).length > 0) {
          const project = quote(projectOf(draft.state, adminCaller).name);
          throw new GatehouseError("environment_name_taken", {
            message: `the project ${project} has an environment ${quote(name)} already`,
            place: "name",
          });
        }
        return createEnvironment(draft, {
          projectId,
          name,
          slug,
          kind: "custom",
          creatorTokenId: null,
        });
      });
      return {
        ...written(writer.state, adminCaller),
        environment: environmentRow(writer.state, environment, new Map()),
      };
    },
    {
      role: "admin",
      hostedOnly: "for_clients",
      body: withExample(NewCustomEnvironment, { name: "Staging" }),
      response: { 200: answered(AddedEnvironment, "The new environment") },
      refuses: [
        "environment_name_missing",
        "environment_name_invalid",
        "environment_name_taken",
        "custom_environments_limit",
        ...commandRefusals,
      ],
      detail: { operationId: "createEnvironment", summary: "Create a custom environment" },
    },
  );
}

function deletion({ services: { writer } }: UiDependencies, routes: AdminRoutes) {
  return new Elysia({ tags: ["Environments"] }).use(routes).delete(
    "/environments/:environment",
    async ({ caller: adminCaller, params, body }) => {
      const environment = environmentOf(writer.state, params.environment, adminCaller);
      const caller = callerInEnvironment(writer.state, environment, adminCaller);
      const deleted = await writer.submit((draft) =>
        runAs(draft, caller, () => {
          requireDeletable(environment);
          if (body.typed !== environment.name && body.typed !== environment.slug) {
            throw new GatehouseError("name_wrong", { place: "typed" });
          }
          const counts = activeTokenCounts(draft.state, draft.now);
          const row = environmentRow(draft.state, environment, counts);
          deleteEnvironment(draft, environment);
          return row;
        }),
      );
      return { ...written(writer.state, adminCaller), environment: deleted };
    },
    {
      role: "admin",
      hostedOnly: "for_clients",
      params: EnvironmentPath,
      body: withExample(TypedEnvironment, { typed: "Staging" }),
      response: { 200: answered(DeletedEnvironment, "The environment as it was") },
      refuses: ["environment_not_found", "environment_fixed", "name_wrong", ...commandRefusals],
      detail: {
        operationId: "deleteEnvironment",
        summary: "Delete a custom environment",
        description:
          "Deletes its gates and its tokens too. `typed` is the environment's name or its slug.",
      },
    },
  );
}

function requireDeletable({ kind, slug }: Environment): void {
  if (kind === "custom") {
    return;
  }
  const message =
    kind === "production"
      ? "the Production environment cannot be deleted"
      : `the environment ${quote(slug)} is deleted when its member leaves the project`;
  throw new GatehouseError("environment_fixed", { message });
}

function environmentRow(
  state: State,
  environment: Environment,
  activeTokens: ReadonlyMap<number, number>,
): EnvironmentRow {
  const { id, slug, name, kind, createdAt, memberId } = environment;
  return {
    id,
    slug,
    name,
    state: stateOfKind(kind),
    createdAt,
    member: personOf(state, memberId),
    overrideCount: kind === "production" ? 0 : (state.toggles.get(id)?.size ?? 0),
    activeTokenCount: activeTokens.get(id) ?? 0,
  };
}
