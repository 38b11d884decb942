import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { integerOf } from "../../http/request/integer-parameter.ts";
import { queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { retentionDaysOf } from "../../model/telemetry-retention.ts";
import { bucketSeriesAt } from "../../telemetry/messages/bucket-series.ts";
import type { UnknownKeyAnswer } from "../../telemetry/messages/key-counts.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import { compareUtf8 } from "../../text/compare-utf8.ts";
import type { GatehouseOptions } from "./gatehouse-options.ts";
import { unknownKeysDocs } from "./unknown-keys-docs.ts";
import type { UnknownKeysModel } from "./unknown-keys-model.ts";

const daysDefault = 7;
const minuteMs = 60_000;

/** GET gatehouse/unknown-keys (docs/api.md#unknown-keys); only where there is telemetry. */
export function unknownKeysController(options: GatehouseOptions, telemetry: Telemetry) {
  const { access, services, now, documented } = options;
  return new Elysia().get(
    "/gatehouse/unknown-keys",
    async ({ request }) => {
      const { environment } = access.reader(request);
      const retentionDays = retentionDaysOf(services.writer.state, environment.projectId);
      if (retentionDays === 0) {
        throw new GatehouseError("plan_upgrade_required");
      }
      const asked = integerOf(queryOf(request), "days", { minimum: 1 }) ?? daysDefault;
      const days = Math.min(asked, retentionDays);
      const series = bucketSeriesAt(now(), days);
      const { keys } = await telemetry.unknownKeys({ environmentId: environment.id, series });
      return jsonResponse(JSON.stringify(keysModel(days, keys)));
    },
    { detail: unknownKeysDocs(documented) },
  );
}

function keysModel(days: number, keys: readonly UnknownKeyAnswer[]): UnknownKeysModel {
  const known = keys.flatMap(({ key, last, buckets }) =>
    last === null ? [] : [{ key, last, buckets }],
  );
  return {
    days,
    keys: known
      .sort((left, right) => right.last - left.last || compareUtf8(left.key, right.key))
      .map(({ key, last, buckets }) => ({
        key,
        enabled: buckets.reduce((sum, [, enabled]) => sum + enabled, 0),
        disabled: buckets.reduce((sum, [, , disabled]) => sum + disabled, 0),
        last_at: new Date(last * minuteMs).toISOString(),
      })),
  };
}
