import { Type } from "@sinclair/typebox";
import { exactFeatureKey } from "../../../core/evaluation/feature-key.ts";
import { documented } from "../../../http/declared/documented-schemas.ts";
import { type ReadSegment, segment } from "../../../http/declared/sent-values.ts";

/** The path of a feature in a write. Throws `feature_name_missing` for a key that is too long. */
export const FeaturePath = featurePath(exactFeatureKey);

/** The path of a feature in a read: any text. */
export const KnownFeaturePath = featurePath((key) => key);

function featurePath(read: ReadSegment<string>) {
  return Type.Object({
    feature_name: documented(segment(Type.String(), read), {
      description: "The name of the feature. It may hold any character.",
      example: "search",
    }),
  });
}
