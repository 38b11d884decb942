import { type Static, Type } from "@sinclair/typebox";
import { featureKeyLengthMax } from "../../../core/evaluation/feature-key.ts";
import { Count, FeatureState } from "./feature-models.ts";
import { exactFields, Id, listOf, nullable, surrogates, Time, textUpTo } from "./shared-models.ts";

/** The days of a request about evaluations. */
export const InDays = Type.Object(
  {
    days: Type.Integer({
      minimum: 1,
      maximum: 3_650,
      description: "The latest days; at most as many as the server stores telemetry.",
    }),
  },
  exactFields,
);

/** For the visible rows. */
export const KeysQuery = Type.Object(
  {
    keys: Type.String({
      maxLength: 64 * 1024,
      description: "The keys of at most 100 features, as a JSON list.",
    }),
  },
  exactFields,
);

export const UnknownKeyQuery = Type.Object(
  {
    key: {
      ...textUpTo(featureKeyLengthMax * surrogates, 1),
      description:
        "The unknown key. It is not in the path, because applications may have sent `.` or `..`.",
    },
  },
  exactFields,
);

const keysOfSummaryMax = 64 * 1024;

export const SummaryQuery = Type.Object(
  {
    ...InDays.properties,
    keys: Type.Optional(
      Type.String({
        maxLength: keysOfSummaryMax,
        description: "The keys of at most 1,000 features, as a JSON list; all unless sent.",
      }),
    ),
  },
  exactFields,
);

/** For unknown keys. */
export const InSomeDays = Type.Partial(InDays, exactFields);

const retentionDays = Type.Integer({
  minimum: 0,
  description: "How many days telemetry is stored; 0 if the plan stores none.",
});
const lastEvaluatedAt = nullable({
  ...Time,
  description:
    "The minute of the latest evaluation, in milliseconds since 1970-01-01T00:00:00Z; null if " +
    "telemetry has none.",
});

const points = {
  total: listOf(Count, { description: "All evaluations in each part of the time, oldest first." }),
  enabled: listOf(Count, { description: "The evaluations with the result enabled." }),
};
const axis = {
  stepSeconds: Type.Integer({ description: "The seconds of one part." }),
  start: { ...Time, description: "The start of the first part, in milliseconds since 1970." },
};

export const Sparkline = Type.Object(points, { $id: "Sparkline" });
export type Sparkline = Static<typeof Sparkline>;

export const Sparklines = Type.Object(
  { sparklines: Type.Record(Type.String(), Sparkline, { description: "By the feature's key." }) },
  { $id: "Sparklines" },
);

const ChangeMark = Type.Object(
  { at: Time, action: Type.String(), id: { ...Id, description: "The id of the audit." } },
  { $id: "ChangeMark" },
);

export const EvaluationSeries = Type.Object(
  {
    ...axis,
    ...points,
    lastEvaluatedAt,
    changes: listOf(ChangeMark, {
      description: "Changes of the feature's gates in this time, oldest first, at most 200.",
    }),
    retentionDays,
  },
  { $id: "EvaluationSeries" },
);
export type EvaluationSeries = Static<typeof EvaluationSeries>;

/** Evaluations of one feature in the requested time. */
export const FeatureActivity = Type.Object(
  { key: Type.String(), total: Count, enabled: Count, lastEvaluatedAt },
  { $id: "FeatureActivity" },
);
export type FeatureActivity = Static<typeof FeatureActivity>;

export const ActivityList = Type.Object(
  {
    retentionDays,
    activity: listOf(FeatureActivity, { description: "Empty if telemetry is not stored." }),
  },
  { $id: "ActivityList" },
);

/** A key that was checked, but is no feature. */
export const UnknownKey = Type.Object(
  {
    key: Type.String(),
    total: Count,
    lastEvaluatedAt: Time,
    isRetired: Type.Boolean({ description: "Whether the key is retired and still checked." }),
  },
  { $id: "CheckedUnknownKey" },
);
export type UnknownKey = Static<typeof UnknownKey>;

/** Evaluations of some features, or of all, over time. */
export const EvaluationList = Type.Object(
  {
    days: Type.Integer({
      description: "The days: at most as many as the server stores telemetry.",
    }),
    ...axis,
    features: listOf(
      Type.Object({ key: Type.String(), state: FeatureState, ...points }, { $id: "FeatureSeries" }),
      { description: "Sorted by key, without unknown keys." },
    ),
  },
  { $id: "EvaluationList" },
);
export type FeatureSeries = Static<typeof EvaluationList>["features"][number];

export const UnknownKeyList = Type.Object(
  {
    days: Type.Integer({ description: "The days that count." }),
    keys: listOf(
      Type.Object({
        key: Type.String(),
        enabled: Count,
        disabled: Count,
        lastEvaluatedAt: Time,
        isRetired: Type.Boolean({
          description: "Whether the key is retired and still checked, not misspelt.",
        }),
      }),
      { description: "At most 1,000; the latest evaluated key is first." },
    ),
  },
  { $id: "UnknownKeyList" },
);

export const TelemetryAnswer = Type.Object(
  {
    retentionDays,
    ...points,
    ...axis,
    unknownKeys: listOf(UnknownKey),
    unknownIsFull: Type.Boolean({
      description: "Whether there are more unknown keys than the server stores.",
    }),
  },
  { $id: "EnvironmentTelemetry" },
);

export const DismissedKey = Type.Object({ dismissed: Type.Literal(true) }, { $id: "DismissedKey" });
