import { parseJson } from "../../http/request/json-document.ts";
import { GzipText } from "../../http/response/gzip-text.ts";
import type { BucketSeries } from "../../telemetry/messages/bucket-series.ts";
import type { KeyCountsAnswer } from "../../telemetry/messages/key-counts.ts";
import { exactFeatureKey } from "../../toggles/feature-key.ts";
import type { FeatureActivity, Sparkline } from "../contract/telemetry-models.ts";
import { answerOfGzip } from "../json-answers.ts";
import type { HandlersOf } from "../serve.ts";
import { UiRefusal } from "../ui-refusal.ts";
import { changeMarks } from "./change-marks.ts";
import { EvaluationReads } from "./evaluation-reads.ts";
import { callerOf, environmentOfId, type UiDependencies } from "./ui-dependencies.ts";

type TelemetryRoute =
  | "GET /environments/:environment/activity"
  | "GET /environments/:environment/telemetry"
  | "DELETE /environments/:environment/unknown-keys/:key"
  | "GET /environments/:environment/sparklines"
  | "GET /environments/:environment/features/:key/evaluations";

const minuteMs = 60_000;
const minuteSeconds = 60;
const sparklineDays = 14;
const sparklineKeysMax = 100;

/** Evaluations of features. Without telemetry everything is empty. */
export function telemetryHandlers(deps: UiDependencies): HandlersOf<TelemetryRoute> {
  const { services, telemetry } = deps;
  const reads = new EvaluationReads(deps);
  return {
    async "GET /environments/:environment/activity"(input) {
      const { params, query, request } = input;
      const { environment, retentionDays, series } = reads.asked(params.environment, query.days);
      if (retentionDays === 0) {
        return { retentionDays, activity: [] };
      }
      const zipped = await reads.ofAll(callerOf(services.writer.state, input), async () => {
        const text = new GzipText();
        text.add(`{"retentionDays":${retentionDays},"activity":[`);
        let separator = "";
        for await (const { keys, counts } of reads.parts(environment, series)) {
          for (const [at, key] of keys.entries()) {
            text.add(separator + JSON.stringify(activityOf(key, counts[at])));
            separator = ",";
          }
        }
        text.add("]}");
        return text.finish();
      });
      return answerOfGzip(request, zipped);
    },

    async "GET /environments/:environment/telemetry"(input) {
      const { params, query } = input;
      const { environment, retentionDays, series } = reads.asked(params.environment, query.days);
      const isKept = retentionDays > 0;
      const caller = callerOf(services.writer.state, input);
      const counts = isKept ? await reads.sums(caller, environment, series) : [];
      const unknown = isKept
        ? await telemetry?.unknownKeys({ environmentId: environment.id, series })
        : undefined;
      const { total, enabled } = pointsOf(counts, series);
      return {
        ...{ retentionDays, total, enabled },
        ...axisOf(series),
        unknownKeys: (unknown?.keys ?? []).flatMap(({ key, last, buckets }) =>
          last === null
            ? []
            : [{ key, total: totalOf({ last, buckets }), lastEvaluatedAt: last * minuteMs }],
        ),
        unknownIsFull: unknown?.isFull === true,
      };
    },

    async "DELETE /environments/:environment/unknown-keys/:key"({ params }) {
      const { id: environmentId } = environmentOfId(services.writer.state, params.environment);
      await telemetry?.dismiss({ environmentId, key: params.key });
      return { dismissed: true };
    },

    async "GET /environments/:environment/sparklines"({ params, query }) {
      const keys = keysIn(query.keys);
      const { environment, retentionDays, series } = reads.asked(params.environment, sparklineDays);
      const counts = retentionDays === 0 ? [] : await reads.counts(environment, keys, series);
      const sparklines = counts.map((count, at): [string, Sparkline] => [
        keys[at] ?? "",
        pointsOf([count], series),
      ]);
      return { sparklines: Object.fromEntries(sparklines) };
    },

    async "GET /environments/:environment/features/:key/evaluations"(input) {
      const { params, query } = input;
      const { environment, retentionDays, series } = reads.asked(params.environment, query.days);
      const key = exactFeatureKey(params.key);
      const counts = retentionDays === 0 ? [] : await reads.counts(environment, [key], series);
      const last = counts[0]?.last ?? null;
      return {
        ...axisOf(series),
        ...pointsOf(counts, series),
        lastEvaluatedAt: last === null ? null : last * minuteMs,
        changes: await changeMarks(services, input, key, series.start * minuteMs),
        retentionDays,
      };
    },
  };
}

/** The keys in a JSON list. */
function keysIn(text: string): readonly string[] {
  const keys = parseJson(text, "the parameter keys");
  const isList =
    Array.isArray(keys) &&
    keys.length <= sparklineKeysMax &&
    keys.every((key) => typeof key === "string");
  if (!isList) {
    const message = `keys must be a JSON list of at most ${sparklineKeysMax} texts`;
    throw new UiRefusal("input_invalid", { message, place: "keys" });
  }
  return keys;
}

function axisOf({ start, sizeMinutes }: BucketSeries) {
  return { stepSeconds: sizeMinutes * minuteSeconds, start: start * minuteMs };
}

/** The sums of some counts for each bucket of a series. */
function pointsOf(counts: readonly KeyCountsAnswer[], { bucketCount }: BucketSeries): Sparkline {
  const total = new Array<number>(bucketCount).fill(0);
  const enabled = new Array<number>(bucketCount).fill(0);
  for (const [index, on, off] of counts.flatMap(({ buckets }) => buckets)) {
    total[index] = (total[index] ?? 0) + on + off;
    enabled[index] = (enabled[index] ?? 0) + on;
  }
  return { total, enabled };
}

function activityOf(key: string, counts: KeyCountsAnswer | undefined): FeatureActivity {
  const { last, buckets } = counts ?? { last: null, buckets: [] };
  return {
    key,
    total: totalOf({ last, buckets }),
    enabled: buckets.reduce((sum, [, enabled]) => sum + enabled, 0),
    lastEvaluatedAt: last === null ? null : last * minuteMs,
  };
}

function totalOf({ buckets }: KeyCountsAnswer): number {
  return buckets.reduce((sum, [, enabled, disabled]) => sum + enabled + disabled, 0);
}
