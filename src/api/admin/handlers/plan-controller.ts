import { Elysia } from "elysia";
import { setPlan } from "../../../app/commands/plan-commands.ts";
import { firstOrganization } from "../../../core/model/first-organization.ts";
import type { State } from "../../../core/model/state.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { NewPlan, Plan, SetPlan } from "../contract/plan-models.ts";
import { limitOverrides, limitRows } from "./plan-limits.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The plan of the organization. */
export function planController({ services, now }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  const shown = (state: State, projectId: number) => {
    const organization = firstOrganization(state);
    return {
      plan: organization.plan,
      limits: limitRows(state, organization, { projectId, now: now() }),
    };
  };
  return new Elysia({ tags: ["Plan"] })
    .use(routes)
    .get("/plan", ({ caller: { projectId } }) => shown(writer.state, projectId), {
      role: "viewer",
      response: { 200: answered(Plan, "The plan, and its limits with their use") },
      refuses: [],
      detail: { operationId: "getPlan", summary: "Get the plan and its limits" },
    })
    .put(
      "/plan",
      ({ caller, body }) => {
        const overrides = limitOverrides(body.limits);
        return changeProject(services, caller, (draft) => {
          setPlan(draft, firstOrganization(draft.state), body.plan, overrides);
          return shown(draft.state, caller.projectId);
        });
      },
      {
        role: "owner",
        body: withExample(NewPlan, { plan: "self_hosted", limits: { actors_per_gate: 5_000 } }),
        response: { 200: answered(SetPlan, "The plan and its limits are set") },
        refuses: projectChangeRefusals,
        detail: {
          operationId: "setPlan",
          summary: "Set the plan and its limits",
          description: "Sets the plan. A limit that the body omits is reset to the plan's own.",
        },
      },
    );
}
