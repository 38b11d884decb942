import { answered } from "../../http/declared/documented-schemas.ts";
import type { AdminRefusal } from "../admin-refusals.ts";
import { OfFeature } from "../contract/feature-models.ts";
import { Written } from "../contract/shared-models.ts";

/** A route that changes a feature. */
export const featureWrite = { role: "member", params: OfFeature } as const;

/** The refusals of every change of a feature. */
export const featureWriteRefusals = [
  "environment_not_found",
  "feature_name_missing",
  "feature_not_found",
  "session_ended",
  "token_invalid",
  "unavailable",
] as const satisfies readonly AdminRefusal[];

export const writtenAnswer = {
  200: answered(Written, "The revision of the project after the change"),
};
