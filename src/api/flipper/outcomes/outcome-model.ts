import { type Static, Type } from "@sinclair/typebox";
import { actorBucketCount } from "../../../core/guards/guard-minute.ts";
import { outcomeNameRule } from "../../../core/outcomes/outcome-name.ts";
import { int64, uuid } from "../../../http/openapi/documented-formats.ts";
import { countMax } from "../../../telemetry/messages/counts.ts";

const Count = Type.Integer({ minimum: 0, maximum: countMax, ...int64 });
const Name = Type.String({ minLength: 1, description: `The name: ${outcomeNameRule}.` });

/** docs/api.md#outcome-submission; other members are ignored. */
export const OutcomeSubmissionModel = Type.Object(
  {
    request_id: Type.String({
      description: "A UUID. Sent again within an hour, the submission counts once.",
      ...uuid,
    }),
    outcomes: Type.Array(
      Type.Object(
        {
          name: Name,
          key: Type.String({ minLength: 1, description: "The feature that was checked." }),
          result: Type.Boolean({ description: "Whether the feature was enabled." }),
          total: Count,
          errors: Count,
          buckets: Type.Array(Type.Array(Count, { minItems: 2, maxItems: 2 }), {
            minItems: actorBucketCount,
            maxItems: actorBucketCount,
            description: "The total and the errors of each bucket of actors.",
          }),
        },
        { $id: "Outcome", description: "How often work succeeded and failed after a check." },
      ),
    ),
  },
  { $id: "OutcomeSubmission" },
);
export type OutcomeSubmissionModel = Static<typeof OutcomeSubmissionModel>;

/** docs/api.md#watched-outcomes */
export const WatchedModel = Type.Object(
  {
    watched: Type.Array(
      Type.Object(
        { name: Name, keys: Type.Array(Type.String(), { description: "Features, sorted." }) },
        { additionalProperties: false, $id: "WatchedName" },
      ),
    ),
  },
  { additionalProperties: false, $id: "Watched" },
);
export type WatchedModel = Static<typeof WatchedModel>;

const empty: readonly number[] = [0, 0];

export const exampleOutcomes: OutcomeSubmissionModel = {
  request_id: "5d3a1c5e-7f2b-4c0a-9d65-0a1f4be5a9c2",
  outcomes: [
    {
      name: "checkout",
      key: "search",
      result: true,
      total: 3,
      errors: 1,
      buckets: Array.from({ length: actorBucketCount }, (_, index) =>
        index === 2 ? [2, 1] : index === 11 ? [1, 0] : [...empty],
      ),
    },
  ],
};

/** Of an environment without guards. */
export const exampleWatched: WatchedModel = { watched: [] };
