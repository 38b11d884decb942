import { type Static, Type } from "@sinclair/typebox";

const exact = { additionalProperties: false } as const;
const Count = Type.Integer({ minimum: 0 });
const count = (description: string) => Type.Integer({ minimum: 0, description });

/** The answer of POST gatehouse/import-preview (docs/api.md#import-preview). */
export const ImportPreviewModel = Type.Object(
  {
    features: Type.Array(
      Type.Object(
        {
          key: Type.String(),
          change: Type.Union(
            (["created", "changed", "cleared", "removed"] as const).map((change) =>
              Type.Literal(change),
            ),
          ),
          actions: Type.Record(Type.String(), Count, {
            description: "How many audits of each action there would be.",
          }),
        },
        { ...exact, $id: "ImportedFeatureChange" },
      ),
      { description: "The first 1,000 that would change." },
    ),
    created: Count,
    changed: Count,
    cleared: count("Features that the export lacks, outside of Production."),
    removed: count("Features that the export lacks, in Production."),
    unchanged: count("Features of the export that would stay as they are."),
  },
  { ...exact, $id: "ImportPreview" },
);
export type ImportPreviewModel = Static<typeof ImportPreviewModel>;
