import { Elysia } from "elysia";
import type { BulkResult } from "../../../app/commands/bulk-change.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import {
  BulkAnswer,
  type BulkDeletion,
  BulkPreview,
  NewBulkChange,
  PreviewedBulkChange,
} from "../contract/bulk-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { objectWithRows, streamedJson } from "../json-answers.ts";
import { gateWriteRefusals } from "./feature-writes.ts";
import { RecentChecks } from "./recent-checks.ts";
import { requestedBulkChange } from "./requested-bulk-change.ts";
import { type UiDependencies, writtenStep } from "./ui-dependencies.ts";

/** Enough for 5,000 long keys, or for the descriptions of 5,000 features. */
const bulkBytesMax = 4 * 1024 * 1024;

const bulkRefusals = [
  ...gateWriteRefusals,
  "group_not_registered",
  "input_invalid",
  "owner_unknown",
  "production_mirrors_nothing",
  "production_token_required",
] as const;

const example = {
  keys: ["search", "checkout"],
  change: { tags: { add: ["web"], remove: ["old"] } },
};

/** One change of many features, in one step, and its preview (docs/admin-api.md#many-features). */
export function bulkController(deps: UiDependencies, routes: AdminRoutes) {
  const { writer, bulk } = deps.services;
  const recent = new RecentChecks(deps);
  return new Elysia({ tags: ["Features"] })
    .use(routes)
    .post(
      "/environments/:environment/bulk",
      async ({ caller: adminCaller, params, body, request }) => {
        const { caller, change } = requestedBulkChange(writer.state, params, body, adminCaller);
        if (change.kind === "delete" && !isForced(body.change.delete)) {
          const here = environmentOf(writer.state, params.environment, adminCaller);
          await recent.refuseDeletion(here, adminCaller, body.keys);
        }
        const typed = adminCaller.isProgram ? null : body.typed;
        const result = await bulk.change(caller, body.keys, change, typed);
        const head = {
          ...writtenStep(writer.state, adminCaller, caller),
          environmentId: caller.environment.id,
          ...outcomeOf(result),
        };
        return streamedJson(request, objectWithRows(head, "before", result.before));
      },
      {
        role: "member",
        environmentToken: "writer",
        params: EnvironmentPath,
        bodyBytesMax: bulkBytesMax,
        body: withExample(NewBulkChange, example),
        response: { 200: answered(BulkAnswer, "What changed") },
        refuses: [...bulkRefusals, "still_evaluated"],
        detail: {
          operationId: "changeManyFeatures",
          summary: "Make one change to many features in one step",
          description:
            "The server changes all of the features that exist, or none. One undo of `audit` reverts " +
            "the change of all features.",
        },
      },
    )
    .post(
      "/environments/:environment/bulk/preview",
      async ({ caller: adminCaller, params, body, request }) => {
        const { caller, change } = requestedBulkChange(writer.state, params, body, adminCaller);
        const result = await bulk.preview(caller, body.keys, change, request.signal);
        const asked = {
          ...{ environment: caller.environment, adminCaller, keys: result.changed },
          isDeletion: change.kind === "delete",
        };
        const checked = change.kind === "describe" ? null : await recent.among(asked);
        return {
          ...outcomeOf(result),
          mustType: result.isNoticed,
          checked: checked?.length ?? null,
        };
      },
      {
        role: "viewer",
        environmentToken: "reader",
        params: EnvironmentPath,
        bodyBytesMax: bulkBytesMax,
        body: withExample(PreviewedBulkChange, example),
        response: { 200: answered(BulkPreview, "What would change") },
        refuses: bulkRefusals,
        detail: {
          operationId: "previewManyFeatures",
          summary: "Preview one change of many features",
          description: "Changes nothing. The refusals are those of the change.",
        },
      },
    );
}

function isForced(deletion: BulkDeletion | undefined): boolean {
  return typeof deletion === "object" && deletion.force === true;
}

function outcomeOf({ changed, unchanged, missing, pinnedCount }: BulkResult) {
  const unchangedBecause = Array.from(unchanged, ([reason, count]) => ({ reason, count }));
  return {
    changed: changed.length,
    unchanged: unchangedBecause.reduce((sum, { count }) => sum + count, 0),
    unchangedBecause,
    missing,
    pinned: pinnedCount,
  };
}
