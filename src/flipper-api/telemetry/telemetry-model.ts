import { type Static, Type } from "@sinclair/typebox";
import { longevities } from "../../model/feature.ts";
import { countMax } from "../../telemetry/messages/counts.ts";
import { timeEnd } from "../../telemetry/messages/submission-limits.ts";

const exact = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0, maximum: countMax });
const Percentage = Type.Integer({ minimum: 0, maximum: 100 });
const Timestamp = Type.String({ description: "ISO 8601, in UTC." });

/** docs/api.md#telemetry-submission; other members are ignored. */
export const SubmissionModel = Type.Object({
  request_id: Type.String({
    description: "A UUID. Sent again within an hour, the submission counts once.",
  }),
  enabled_metrics: Type.Array(
    Type.Object({
      key: Type.String({ minLength: 1 }),
      time: Type.Integer({ maximum: timeEnd - 1, description: "Seconds since the epoch." }),
      result: Type.Boolean(),
      value: Count,
    }),
  ),
});
export type SubmissionModel = Static<typeof SubmissionModel>;

const PersonModel = Type.Union([
  Type.Object({ id: Type.Integer(), name: Type.String(), email: Type.String() }, exact),
  Type.Null(),
]);

const countMembers = { total: Count, enabled: Count, disabled: Count };

/** docs/api.md#telemetry-summary */
export const SummaryModel = Type.Object(
  {
    days: Type.Integer({ minimum: 1 }),
    resolution: Type.Union([Type.Literal("hour"), Type.Literal("day")]),
    features: Type.Array(
      Type.Object(
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
              actors: Type.Integer({ description: "How many are enabled." }),
              groups: Type.Integer({ description: "How many are enabled." }),
              percentage_of_actors: Percentage,
              percentage_of_time: Percentage,
              expression: Type.Boolean({ description: "Whether there is one." }),
            },
            exact,
          ),
          summary: Type.Object(
            { ...countMembers, enabled_rate: Type.Number({ minimum: 0, maximum: 1 }) },
            exact,
          ),
          time_series: Type.Array(Type.Object({ timestamp: Timestamp, ...countMembers }, exact)),
        },
        exact,
      ),
    ),
  },
  exact,
);
export type SummaryModel = Static<typeof SummaryModel>;
