import { Elysia } from "elysia";
import { GatehouseError } from "../../../core/errors.ts";
import { compareUtf8 } from "../../../core/text/compare-utf8.ts";
import { minuteMs } from "../../../core/time-units.ts";
import { answered } from "../../../http/declared/documented-schemas.ts";
import type { UnknownKeyAnswer } from "../../../telemetry/messages/key-counts.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { environmentOf } from "../asked-environment.ts";
import { EnvironmentPath } from "../contract/shared-models.ts";
import {
  DismissedKey,
  InSomeDays,
  UnknownKeyList,
  UnknownKeyQuery,
} from "../contract/telemetry-models.ts";
import type { EvaluationReads } from "./evaluation-reads.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const daysDefault = 7;

/** Unknown keys that applications evaluate (docs/admin-api.md#routes). */
export function unknownKeyController(
  { services, telemetry }: UiDependencies,
  routes: AdminRoutes,
  reads: EvaluationReads,
) {
  return new Elysia({ tags: ["Telemetry"] })
    .use(routes)
    .get(
      "/environments/:environment/unknown-keys",
      async ({ caller, params, query }) => {
        const asked = reads.asked(params.environment, caller, query.days ?? daysDefault);
        if (telemetry === undefined || asked.retentionDays === 0) {
          throw new GatehouseError("plan_upgrade_required");
        }
        const { environment, series } = asked;
        const { keys } = await telemetry.unknownKeys({ environmentId: environment.id, series });
        const retired = services.writer.state.retiredKeys.get(environment.projectId);
        const isRetired = (key: string) => retired?.has(key) === true;
        return { days: series.days, keys: unknownKeyRows(keys, isRetired) };
      },
      {
        role: "viewer",
        environmentToken: "reader",
        hostedOnly: true,
        params: EnvironmentPath,
        query: InSomeDays,
        response: { 200: answered(UnknownKeyList, "The keys") },
        refuses: ["environment_not_found", "input_invalid", "plan_upgrade_required", "unavailable"],
        detail: {
          operationId: "listUnknownKeys",
          summary: "List unknown keys that were evaluated",
          description:
            "They are misspelt, or their feature is deleted or not created yet. Seven days count " +
            "unless `days` is sent. The server stores at most 1,000 unknown keys of an environment.",
        },
      },
    )
    .delete(
      "/environments/:environment/unknown-keys",
      async ({ caller, params, query: { key } }) => {
        const { writer } = services;
        const { id: environmentId } = environmentOf(writer.state, params.environment, caller);
        await telemetry?.dismiss({ environmentId, key });
        return { dismissed: true as const };
      },
      {
        role: "member",
        environmentToken: "writer",
        hostedOnly: true,
        params: EnvironmentPath,
        query: UnknownKeyQuery,
        response: { 200: answered(DismissedKey, "The counts are deleted") },
        refuses: ["environment_not_found", "input_invalid", "unavailable"],
        detail: {
          operationId: "dismissUnknownKey",
          summary: "Delete the counts of an unknown key",
        },
      },
    );
}

function unknownKeyRows(keys: readonly UnknownKeyAnswer[], isRetired: (key: string) => boolean) {
  return keys
    .flatMap(({ key, last, buckets }) => (last === null ? [] : [{ key, last, buckets }]))
    .sort((left, right) => right.last - left.last || compareUtf8(left.key, right.key))
    .map(({ key, last, buckets }) => ({
      key,
      enabled: buckets.reduce((sum, [, enabled]) => sum + enabled, 0),
      disabled: buckets.reduce((sum, [, , disabled]) => sum + disabled, 0),
      lastEvaluatedAt: last * minuteMs,
      isRetired: isRetired(key),
    }));
}
