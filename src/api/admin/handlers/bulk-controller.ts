import { Elysia } from "elysia";
import type { BulkResult } from "../../../app/commands/bulk-change.ts";
import type { Environment } from "../../../core/model/environment.ts";
import type { State } from "../../../core/model/state.ts";
import { dayMs, minuteMs } from "../../../core/time-units.ts";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminCaller, AdminRoutes } from "../admin-routes.ts";
import {
  BulkAnswer,
  BulkPreview,
  NewBulkChange,
  PreviewedBulkChange,
} from "../contract/bulk-models.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import { objectWithRows, streamedJson } from "../json-answers.ts";
import { EvaluationReads } from "./evaluation-reads.ts";
import { gateWriteRefusals } from "./feature-writes.ts";
import { requestedBulkChange } from "./requested-bulk-change.ts";
import { type UiDependencies, writtenStep } from "./ui-dependencies.ts";

/** Enough for 5,000 long keys, or for the descriptions of 5,000 features. */
const bulkBytesMax = 4 * 1024 * 1024;
const checkedDays = 7;
/** 5,000 features take ten messages to the worker for each environment. */
const countedEnvironmentsMax = 20;

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
  const reads = new EvaluationReads(deps);
  return new Elysia({ tags: ["Features"] })
    .use(routes)
    .post(
      "/environments/:environment/bulk",
      async ({ caller: adminCaller, params, body, request }) => {
        const { caller, change } = requestedBulkChange(writer.state, params, body, adminCaller);
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
        refuses: bulkRefusals,
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
        return {
          ...outcomeOf(result),
          mustType: result.isNoticed,
          checked:
            change.kind === "describe"
              ? null
              : await checkedCount(deps, reads, {
                  environment: caller.environment,
                  adminCaller,
                  keys: result.changed,
                  isDeletion: change.kind === "delete",
                }),
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

interface CountedKeys {
  readonly environment: Environment;
  readonly adminCaller: AdminCaller;
  readonly keys: readonly string[];
  /** A deletion reaches all environments of the project. */
  readonly isDeletion: boolean;
}

/** How many of the features were checked in the last 7 days; null if telemetry is unavailable. */
async function checkedCount(
  { now, services }: UiDependencies,
  reads: EvaluationReads,
  { environment, adminCaller, keys, isDeletion }: CountedKeys,
): Promise<number | null> {
  const { caller, retentionDays, series } = reads.asked(String(environment.id), adminCaller, 1);
  if (retentionDays === 0) {
    return null;
  }
  const since = now() - checkedDays * dayMs;
  const environments = isDeletion
    ? countedEnvironments(services.writer.state, environment)
    : [environment];
  const unchecked = new Set(keys);
  const counted = await reads.ifAvailable(() =>
    reads.ofAll(caller, async () => {
      for (const each of environments) {
        const asked = [...unchecked];
        const counts = await reads.counts(each, asked, series);
        const isChecked = (_: string, at: number) => (counts[at]?.last ?? 0) * minuteMs >= since;
        for (const key of asked.filter(isChecked)) {
          unchecked.delete(key);
        }
      }
      return unchecked;
    }),
  );
  return counted === null ? null : keys.length - counted.size;
}

/** Production, and the oldest other environments of its project. */
function countedEnvironments({ environments }: State, production: Environment) {
  return environments
    .valueSeq()
    .filter(({ projectId }) => projectId === production.projectId)
    .sortBy(({ id }) => (id === production.id ? 0 : id))
    .take(countedEnvironmentsMax);
}
