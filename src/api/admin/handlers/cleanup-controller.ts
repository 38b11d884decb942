import { Elysia } from "elysia";
import { setFinishedRule } from "../../../app/commands/project-commands.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { projectOf } from "../asked-environment.ts";
import { CleanupRule, NewCleanupRule } from "../contract/cleanup-models.ts";
import { Written } from "../contract/shared-models.ts";
import { changeProject, projectChangeRefusals } from "./project-change.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

/** Which features of the project look finished. */
export function cleanupController({ services }: UiDependencies, routes: AdminRoutes) {
  const { writer } = services;
  return new Elysia({ tags: ["Plan"] })
    .use(routes)
    .get(
      "/cleanup",
      ({ caller }) => {
        const { finishedAfterDays, finishedLongevities } = projectOf(writer.state, caller);
        return { days: finishedAfterDays, longevities: finishedLongevities };
      },
      {
        role: "viewer",
        response: { 200: answered(CleanupRule, "The rule") },
        refuses: [],
        detail: { operationId: "getCleanupRule", summary: "Get which features look finished" },
      },
    )
    .put(
      "/cleanup",
      ({ caller, body: { days, longevities } }) =>
        changeProject(services, caller, (draft) => {
          setFinishedRule(draft, projectOf(draft.state, caller), {
            finishedAfterDays: days,
            finishedLongevities: longevities,
          });
          return {};
        }),
      {
        role: "admin",
        body: withExample(NewCleanupRule, { days: 30, longevities: ["temporary"] }),
        response: { 200: answered(Written, "The rule is set") },
        refuses: projectChangeRefusals,
        detail: { operationId: "setCleanupRule", summary: "Set which features look finished" },
      },
    );
}
