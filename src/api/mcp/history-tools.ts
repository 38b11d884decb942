import { Type } from "@sinclair/typebox";
import { exactFields } from "../admin/contract/shared-models.ts";
import { saidText, timeText } from "./answer-text.ts";
import {
  daysArgument,
  daysDefault,
  featureIn,
  nameArgument,
  placeArguments,
  placeIn,
  rowsMax,
  type Tool,
  ToolRefusal,
  tool,
} from "./tool.ts";

const auditsDefault = 50;
const keysMax = 100;

const featuresArgument = {
  features: Type.Optional(
    Type.String({
      maxLength: 32 * 1024,
      description: `Only these features: up to ${keysMax} keys with commas between them.`,
    }),
  ),
};

const getAudits = tool({
  name: "get_audits",
  title: "Show audits",
  description:
    "Shows who changed which feature when, the latest change first. Each audit has an id, with which a " +
    "person can undo the change.",
  kind: "read",
  input: Type.Object(
    {
      per_page: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: rowsMax,
          description: `The most audits of an answer; ${auditsDefault} unless given.`,
        }),
      ),
      before: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: Number.MAX_SAFE_INTEGER,
          description: "The next of the page before, for older audits.",
        }),
      ),
      ...featuresArgument,
      ...placeArguments,
    },
    exactFields,
  ),
  async run(given, context) {
    const { params, query } = placeIn(context, given);
    const keys = keysIn(given.features);
    const { audits, next } = await context.admin.call("GET /environments/:environment/audits", {
      params,
      query: {
        ...query,
        limit: given.per_page ?? auditsDefault,
        ...(given.before === undefined ? {} : { before: given.before }),
        ...(keys === null ? {} : { keys: JSON.stringify(keys) }),
      },
    });
    const rows = audits.map(({ id, at, action, featureKey, value, actor, reason }) => ({
      id,
      at: timeText(at),
      action,
      feature: featureKey,
      ...(value === null ? {} : { value: saidText(value) }),
      by: { type: actor.type, id: actor.id, name: saidText(actor.name) },
      ...(reason === null ? {} : { reason: saidText(reason) }),
    }));
    return {
      content: { environment: context.admin.answeredEnvironment(), next },
      list: { name: "audits", rows, rest: "call get_audits with the last id as before" },
    };
  },
});

/** Null without a list. */
function keysIn(list: string | undefined): readonly string[] | null {
  if (list === undefined) {
    return null;
  }
  const keys = list
    .split(",")
    .map((key) => key.trim())
    .filter((key) => key !== "");
  if (keys.length === 0 || keys.length > keysMax) {
    throw new ToolRefusal(
      `features names ${keys.length} features; give 1 to ${keysMax} keys with commas between them`,
    );
  }
  return keys;
}

const getTelemetrySummary = tool({
  name: "get_telemetry_summary",
  title: "Count evaluations",
  description:
    "Counts how often clients checked each feature in the latest days, and how often the result was " +
    "enabled. The most checked feature is first.",
  kind: "read",
  input: Type.Object({ ...daysArgument, ...featuresArgument, ...placeArguments }, exactFields),
  async run(given, context) {
    const { params, query } = placeIn(context, given);
    const days = given.days ?? daysDefault;
    const keys = keysIn(given.features);
    const { retentionDays, activity } = await context.admin.call(
      "GET /environments/:environment/activity",
      { params, query: { ...query, days } },
    );
    const rows = activity
      .filter(({ key }) => keys === null || keys.includes(key))
      .sort((left, right) => right.total - left.total)
      .map(({ key, total, enabled, lastEvaluatedAt }) => ({
        key,
        ...countsOf(total, enabled),
        last_checked_at: timeText(lastEvaluatedAt),
      }));
    return {
      content: {
        environment: context.admin.answeredEnvironment(),
        days: Math.min(days, retentionDays),
      },
      list: {
        name: "features",
        rows: rows.slice(0, rowsMax),
        total: rows.length,
        rest: "name the features that you need in features",
      },
    };
  },
});

const getFeatureTelemetry = tool({
  name: "get_feature_telemetry",
  title: "Count the evaluations of a feature",
  description:
    "Counts how often clients checked a feature over time, with the changes of its gates: per hour for " +
    "one day, otherwise per day.",
  kind: "read",
  input: Type.Object({ ...nameArgument, ...daysArgument, ...placeArguments }, exactFields),
  async run(given, context) {
    const { params, query } = placeIn(context, given);
    const series = await context.admin.call(
      "GET /environments/:environment/features/:key/evaluations",
      {
        params: featureIn({ params, query }, given.name),
        query: { ...query, days: given.days ?? daysDefault },
      },
    );
    const { total, enabled, start, stepSeconds } = series;
    const points = total.map((count, index) => ({
      from: timeText(start + index * stepSeconds * 1_000),
      ...countsOf(count, enabled[index] ?? 0),
    }));
    return {
      content: {
        environment: context.admin.answeredEnvironment(),
        key: given.name,
        ...countsOf(sum(total), sum(enabled)),
        last_checked_at: timeText(series.lastEvaluatedAt),
        step_seconds: stepSeconds,
        changes: series.changes.map(({ at, action, id }) => ({ at: timeText(at), action, id })),
      },
      list: { name: "points", rows: points, rest: "call get_feature_telemetry with fewer days" },
    };
  },
});

function countsOf(checks: number, enabled: number) {
  return { checks, enabled, enabled_share: checks === 0 ? null : enabled / checks };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

export const historyTools: readonly Tool[] = [getAudits, getTelemetrySummary, getFeatureTelemetry];
