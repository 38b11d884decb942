import { Elysia } from "elysia";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { FeatureRemoval } from "../contract/gate-models.ts";
import { featureWrite, featureWriteRefusals, typedBy, writtenAnswer } from "./feature-writes.ts";
import { RecentChecks } from "./recent-checks.ts";
import { callerInPath, type UiDependencies, writtenStep } from "./ui-dependencies.ts";

/** The deletion of a feature, which asks for `force` while clients check it. */
export function featureRemoval(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, features } = deps.services;
  const recent = new RecentChecks(deps);
  return new Elysia({ tags: ["Features"] }).use(routes).delete(
    "/environments/:environment/features/:key",
    async ({ caller: adminCaller, params, body }) => {
      const caller = callerInPath(writer.state, params.environment, adminCaller);
      const key = exactFeatureKey(params.key);
      const typed = typedBy(adminCaller, key, body.typed);
      if (body.force !== true) {
        await recent.refuseDeletion(caller.environment, adminCaller, [key]);
      }
      await features.remove(caller, key, { typed, retires: body.retire });
      return writtenStep(writer.state, adminCaller, caller);
    },
    {
      ...featureWrite,
      environmentToken: "deleter",
      body: withExample(FeatureRemoval, { typed: "search", retire: true }),
      response: writtenAnswer,
      refuses: [
        ...featureWriteRefusals,
        ...(["confirmation_required", "quota_exceeded", "still_evaluated"] as const),
      ],
      detail: {
        operationId: "deleteFeature",
        summary: "Delete a feature",
        description:
          "Deletes the feature in every environment. `typed` of a page must be its key. Without " +
          "`force`, a feature that was checked in the last 7 days stays.",
      },
    },
  );
}
