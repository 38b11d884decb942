import { Type } from "@sinclair/typebox";
import { dayMs } from "../../core/time-units.ts";
import type { AnswerOf } from "../admin/calls/admin-call.ts";
import { exactFields, oneOf } from "../admin/contract/shared-models.ts";
import { saidText, timeText } from "./answer-text.ts";
import { shortGates } from "./short-gates.ts";
import {
  featureIn,
  nameArgument,
  placeArguments,
  placeIn,
  rowsMax,
  type Tool,
  type ToolContext,
  tool,
  unlessRefused,
} from "./tool.ts";

type FeatureRow = AnswerOf<"GET /environments/:environment/features">["features"][number];

const rowsDefault = 100;

const listFeatures = tool({
  name: "list_features",
  title: "List features",
  description:
    "Lists the features of an environment with their states and gates, sorted by key. Use the filters " +
    "to find some of them.",
  kind: "read",
  input: Type.Object(
    {
      text: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: "Only features with this text in the key or the description, in any case.",
        }),
      ),
      state: Type.Optional(oneOf(["on", "off", "conditional"])),
      tag: Type.Optional(Type.String({ maxLength: 500, description: "Only with this tag." })),
      after: Type.Optional(
        Type.String({
          maxLength: 1_000,
          description: "Only keys after this one: the last key of the page before.",
        }),
      ),
      limit: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: rowsMax,
          description: `The most features of an answer; ${rowsDefault} unless given.`,
        }),
      ),
      ...placeArguments,
    },
    exactFields,
  ),
  async run(given, context) {
    const { features } = await context.admin.call(
      "GET /environments/:environment/features",
      placeIn(context, given),
    );
    const found = features.filter((row) => isAskedFor(row, given));
    const from =
      given.after === undefined ? 0 : found.findIndex(({ key }) => isAfter(key, given.after));
    const rest = from === -1 ? [] : found.slice(from);
    return {
      content: { environment: context.admin.answeredEnvironment() },
      list: {
        name: "features",
        rows: rest.slice(0, given.limit ?? rowsDefault).map(shownRow),
        total: rest.length,
        rest: "call list_features with the last key as after, or with a filter",
      },
    };
  },
});

interface Filter {
  readonly text?: string;
  readonly state?: string;
  readonly tag?: string;
}

function isAskedFor(
  { key, description, state, tags }: FeatureRow,
  { text, tag, ...asked }: Filter,
): boolean {
  const wanted = text?.toLowerCase();
  return (
    (asked.state === undefined || state === asked.state) &&
    (tag === undefined || tags.includes(tag)) &&
    (wanted === undefined ||
      key.toLowerCase().includes(wanted) ||
      description?.toLowerCase().includes(wanted) === true)
  );
}

/** The lists of the Admin API are sorted by the bytes of the keys. */
function isAfter(key: string, after = ""): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(after)) > 0;
}

function shownRow(row: FeatureRow) {
  const { key, state, description, tags, isOverridden, looksFinished, rollout } = row;
  return {
    ...{ key, state },
    gates: shortGates(row.gates),
    ...(description === null ? {} : { description: saidText(description) }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(isOverridden ? {} : { follows_production: true }),
    ...(looksFinished ? { looks_finished: true } : {}),
    ...(rollout === null ? {} : { rollout }),
  };
}

const getFeature = tool({
  name: "get_feature",
  title: "Show a feature",
  description:
    "Shows a feature of an environment: its state, all gates, its description and its owner.",
  kind: "read",
  input: Type.Object({ ...nameArgument, ...placeArguments }, exactFields),
  async run(given, context) {
    const { params, query } = placeIn(context, given);
    const feature = await context.admin.call("GET /environments/:environment/features/:key", {
      params: featureIn({ params, query }, given.name),
      query,
    });
    const { key, state, gates, groups, expression, description, production } = feature;
    return {
      content: {
        environment: context.admin.answeredEnvironment(),
        ...{ key, state },
        gates: {
          boolean: gates.boolean,
          ...{ expression, groups },
          percentage_of_actors: gates.percentageOfActors,
          percentage_of_time: gates.percentageOfTime,
        },
        ...(feature.expressionFault === null
          ? {}
          : { expression_fault: saidText(feature.expressionFault) }),
        description: saidText(description),
        tags: feature.tags,
        longevity: feature.longevity,
        owner: feature.owner?.email ?? null,
        created_at: timeText(feature.createdAt),
        changed_at: timeText(feature.changedAt),
        looks_finished: feature.looksFinished,
        follows_production: !feature.isOverridden,
        ...(production === null ? {} : { production: shortGates(production) }),
        rollout: feature.rollout,
      },
      list: {
        name: "actors",
        rows: feature.actors,
        total: gates.actorCount,
        rest: "the web UI and gatehouse feature show list all actors",
      },
    };
  },
});

const unusedDays = 30;

const staleFeatures = tool({
  name: "stale_features",
  title: "Find stale features",
  description:
    "Lists features that can probably be removed: those that look finished by their longevity, state " +
    "and last change, and those that no client has checked for some days. It deletes nothing.",
  kind: "read",
  input: Type.Object(
    {
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 365,
          description: `A feature without checks in these days is stale; ${unusedDays} unless given.`,
        }),
      ),
      ...placeArguments,
    },
    exactFields,
  ),
  async run(given, context) {
    const days = given.days ?? unusedDays;
    const place = placeIn(context, given);
    const { features } = await context.admin.call("GET /environments/:environment/features", place);
    const lastChecks = await lastChecksOf(context, place, days);
    const stale = features.flatMap((row) => {
      const reasons = staleReasons(row, lastChecks);
      return reasons.length === 0
        ? []
        : [
            {
              ...shownRow(row),
              last_checked_at: timeText(lastChecks?.of.get(row.key) ?? null),
              reasons,
            },
          ];
    });
    return {
      content: {
        environment: context.admin.answeredEnvironment(),
        counted_days: lastChecks?.days ?? 0,
      },
      list: {
        name: "features",
        rows: stale.slice(0, rowsMax),
        total: stale.length,
        rest: "deal with these features first, then call stale_features again",
      },
    };
  },
});

/** When each feature was last checked. `days` are those of which the server has counts. */
interface LastChecks {
  readonly days: number;
  readonly since: number;
  readonly of: ReadonlyMap<string, number | null>;
}

/** Null without telemetry. */
async function lastChecksOf(
  context: ToolContext,
  { params, query }: ReturnType<typeof placeIn>,
  days: number,
): Promise<LastChecks | null> {
  const counted = await unlessRefused(
    context,
    context.admin.call("GET /environments/:environment/activity", {
      params,
      query: { ...query, days },
    }),
  );
  if (counted === null || counted.retentionDays === 0) {
    return null;
  }
  const countedDays = Math.min(days, counted.retentionDays);
  return {
    days: countedDays,
    since: Date.now() - countedDays * dayMs,
    of: new Map(
      counted.activity.map(({ key, total, lastEvaluatedAt }) => [
        key,
        total === 0 ? null : lastEvaluatedAt,
      ]),
    ),
  };
}

function staleReasons(row: FeatureRow, checks: LastChecks | null): readonly string[] {
  const isUnused =
    checks !== null && row.createdAt < checks.since && (checks.of.get(row.key) ?? null) === null;
  return [
    ...(row.looksFinished ? ["looks finished by its longevity, state and last change"] : []),
    ...(isUnused ? [`not checked in the last ${checks.days} days`] : []),
  ];
}

export const featureTools: readonly Tool[] = [listFeatures, getFeature, staleFeatures];
