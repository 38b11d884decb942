import { Type } from "@sinclair/typebox";
import { textParameter } from "../../http/openapi/documented-operation.ts";
import { flipperOperation, writeRefusals } from "../errors/flipper-operation.ts";
import { FeatureListModel, FeatureModel } from "./feature-model.ts";

const tag = "Features";
const path = { feature_name: "The feature's name, percent-encoded; it may hold any character." };
const unnamed = "feature_name_missing";
const exact = { additionalProperties: false };

export const featureDocs = {
  list: flipperOperation({
    tag,
    summary: "List features with their state and gates",
    description: "Answers 304 when If-None-Match names the ETag of what it would answer.",
    isConditional: true,
    query: {
      keys: textParameter("Only these features, separated by commas; unknown ones are left out."),
      "keys[]": textParameter("Only these features, one exact name each time it is given."),
      exclude_gates: textParameter("`true` leaves the gates out."),
      exclude_gate_names: textParameter("`true` leaves the gates' names out."),
      _cb: textParameter("Ignored; keeps caches from answering."),
    },
    success: { status: 200, text: "The features, by name", schema: FeatureListModel },
  }),
  create: flipperOperation({
    tag,
    summary: "Create a feature",
    description: "A feature that exists stays as it is.",
    body: { schema: Type.Object({ name: Type.String({ maxLength: 255 }) }) },
    success: { status: 200, text: "The feature exists", schema: Type.Object({}, exact) },
    refusals: [unnamed],
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
    success: { status: 204, text: "The feature does not exist, whether or not it did" },
    refusals: [unnamed, ...writeRefusals],
  }),
  clear: flipperOperation({
    tag,
    summary: "Remove all gate values of a feature",
    path,
    success: { status: 204, text: "The feature has no gate values, or does not exist" },
    refusals: [unnamed, ...writeRefusals],
  }),
};
