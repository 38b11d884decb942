import { Type } from "@sinclair/typebox";
import { textParameter } from "../../http/openapi/documented-operation.ts";
import { flipperOperation } from "../errors/operation-docs.ts";
import { FeatureListModel, FeatureModel } from "./feature-model.ts";

const tag = "Features";
const path = { feature_name: "The feature's name, percent-encoded; it may hold any character." };
const nameMissing = "feature_name_missing";
const exact = { additionalProperties: false };

export const featureDocs = {
  list: flipperOperation({
    tag,
    summary: "List features with their state and gates",
    description: "Answers 304 when If-None-Match contains the ETag of the current answer.",
    isConditional: true,
    query: {
      keys: textParameter("Only these features, separated by commas; unknown ones are left out."),
      "keys[]": textParameter("Only these features, one exact name in each parameter."),
      exclude_gates: textParameter("`true` leaves the gates out."),
      exclude_gate_names: textParameter("`true` leaves the gates' names out."),
      _cb: textParameter("Ignored; a new value keeps caches from answering."),
    },
    success: { status: 200, text: "The features, sorted by name", schema: FeatureListModel },
  }),
  create: flipperOperation({
    tag,
    summary: "Create a feature",
    description: "Does not change a feature that exists.",
    body: { schema: Type.Object({ name: Type.String({ maxLength: 255 }) }) },
    success: { status: 200, text: "The feature exists", schema: Type.Object({}, exact) },
    refusals: [nameMissing, "quota_exceeded"],
  }),
  get: flipperOperation({
    tag,
    summary: "Read a feature",
    path,
    query: { exclude_gates: textParameter("`true` leaves the gates out.") },
    success: { status: 200, text: "The feature", schema: FeatureModel },
    refusals: ["feature_not_found"],
  }),
  remove: flipperOperation({
    tag,
    summary: "Delete a feature",
    path,
    success: { status: 204, text: "The feature no longer exists, or never did" },
    refusals: [nameMissing, "unavailable"],
  }),
  clear: flipperOperation({
    tag,
    summary: "Remove all gate values of a feature",
    path,
    success: { status: 204, text: "The feature has no gate values, or does not exist" },
    refusals: [nameMissing, "quota_exceeded", "unavailable"],
  }),
};
