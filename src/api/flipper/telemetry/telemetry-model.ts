import { type Static, Type } from "@sinclair/typebox";
import { longevities } from "../../../core/model/feature.ts";
import { dateTime, double, int64, uuid } from "../../../http/openapi/documented-formats.ts";
import { countMax } from "../../../telemetry/messages/counts.ts";
import { timeEnd } from "../../../telemetry/messages/submission-limits.ts";
import { PersonModel } from "./person-model.ts";

const exact = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0, maximum: countMax, ...int64 });
const Percentage = Type.Integer({ minimum: 0, maximum: 100 });
const Timestamp = Type.String(dateTime);
const GateCount = Type.Integer({ minimum: 0, description: "How many are enabled." });

/** docs/api.md#telemetry-submission; other members are ignored. */
export const SubmissionModel = Type.Object(
  {
    request_id: Type.String({
      description: "A UUID. Sent again within an hour, the submission counts once.",
      ...uuid,
    }),
    enabled_metrics: Type.Array(
      Type.Object(
        {
          key: Type.String({ minLength: 1, description: "The feature." }),
          time: Type.Integer({
            maximum: timeEnd - 1,
            description: "Seconds since the epoch.",
            ...int64,
          }),
          result: Type.Boolean({ description: "Whether the feature was enabled." }),
          value: Count,
        },
        { $id: "Metric", description: "How often a feature was checked with one result." },
      ),
    ),
  },
  { $id: "Submission" },
);
export type SubmissionModel = Static<typeof SubmissionModel>;

const countMembers = { total: Count, enabled: Count, disabled: Count };

const FeatureSummaryModel = Type.Object(
  {
    key: Type.String(),
    description: Type.Union([Type.String(), Type.Null()]),
    longevity: Type.Union([
      ...longevities.map((longevity) => Type.Literal(longevity)),
      Type.Null(),
    ]),
    tags: Type.Array(Type.String()),
    creator: PersonModel,
    owner: PersonModel,
    created_at: Timestamp,
    state: Type.Union([Type.Literal("on"), Type.Literal("conditional"), Type.Literal("off")]),
    gates_summary: Type.Object(
      {
        boolean: Type.Boolean(),
        actors: GateCount,
        groups: GateCount,
        percentage_of_actors: Percentage,
        percentage_of_time: Percentage,
        expression: Type.Boolean({ description: "Whether an expression is set." }),
      },
      { ...exact, $id: "GatesSummary" },
    ),
    summary: Type.Object(
      {
        ...countMembers,
        enabled_rate: Type.Number({ minimum: 0, maximum: 1, ...double }),
      },
      { ...exact, $id: "Counts" },
    ),
    time_series: Type.Array(
      Type.Object({ timestamp: Timestamp, ...countMembers }, { ...exact, $id: "TimedCounts" }),
    ),
  },
  { ...exact, $id: "FeatureSummary" },
);

/** docs/api.md#telemetry-summary */
export const SummaryModel = Type.Object(
  {
    days: Type.Integer({ minimum: 1 }),
    resolution: Type.Union([Type.Literal("hour"), Type.Literal("day")]),
    features: Type.Array(FeatureSummaryModel),
  },
  { ...exact, $id: "Summary" },
);
export type SummaryModel = Static<typeof SummaryModel>;
