import { Elysia } from "elysia";
import { setPlan } from "../../commands/plan-commands.ts";
import { answered, withExample } from "../../http/declared/documented-schemas.ts";
import { firstOrganization } from "../../model/first-organization.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { NewPlan, Plan } from "../contract/plan-models.ts";
import { Written } from "../contract/shared-models.ts";
import { limitOverrides, limitRows } from "./plan-limits.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** The plan of the organization. */
export function planController({ services, now }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  return new Elysia({ tags: ["Plan"] })
    .use(routes)
    .get(
      "/plan",
      ({ caller: { projectId } }) => {
        const organization = firstOrganization(writer.state);
        return {
          plan: organization.plan,
          limits: limitRows(writer.state, organization, { projectId, now: now() }),
        };
      },
      {
        role: "viewer",
        response: { 200: answered(Plan, "The plan, and its limits with what is used of them") },
        refuses: [],
        detail: { operationId: "getPlan", summary: "Get the plan and its limits" },
      },
    )
    .put(
      "/plan",
      ({ caller, body }) => {
        const overrides = limitOverrides(body.limits);
        return changeProject(services, caller, (draft) => {
          setPlan(draft, firstOrganization(draft.state), body.plan, overrides);
        });
      },
      {
        role: "owner",
        body: withExample(NewPlan, { plan: "self_hosted", limits: { actors_per_gate: 5_000 } }),
        response: { 200: answered(Written, "The plan and its limits are set") },
        refuses: projectChangeRefusals,
        detail: {
          operationId: "setPlan",
          summary: "Set the plan and its limits",
          description: "Sets the plan. A limit that the body leaves out is the plan's own again.",
        },
      },
    );
}
