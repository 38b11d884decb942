import { type Static, Type } from "@sinclair/typebox";
import { ActorCheckModel } from "./feature-model.ts";

/** The most actors of a bulk check, and the most keys. */
export const bulkActorsMax = 1_000;
/** The most results, actors times features. */
export const bulkResultsMax = 100_000;

/** The body of a bulk check (docs/api.md#bulk-check). */
export const NewBulkCheckModel = Type.Object(
  {
    actors: Type.Array(
      Type.Object(
        {
          flipper_id: Type.String({ minLength: 1, maxLength: 1_024 }),
          properties: Type.Optional(
            Type.Record(Type.String(), Type.Unknown(), { description: "For expressions." }),
          ),
          groups: Type.Optional(
            Type.Array(Type.String(), { description: "Groups that the actor is in." }),
          ),
        },
        { $id: "CheckedActor" },
      ),
      { maxItems: bulkActorsMax },
    ),
    keys: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: bulkActorsMax,
        description: "Only these features; all features unless sent.",
      }),
    ),
  },
  { $id: "NewBulkCheck" },
);

/** The results, in the order of the actors (docs/api.md#bulk-check). */
export const BulkCheckModel = Type.Object(
  { actors: Type.Array(ActorCheckModel) },
  { additionalProperties: false, $id: "BulkCheck" },
);
export type BulkCheckModel = Static<typeof BulkCheckModel>;
