import { Type } from "@sinclair/typebox";
import {
  type DocumentedParameter,
  flagParameter,
  namesParameter,
  textParameter,
} from "../../http/openapi/documented-parameter.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { exampleFeature } from "./feature-examples.ts";
import { FeatureListModel, FeatureModel, NewFeatureModel } from "./feature-model.ts";

const tag = "Features";
export const featureNamePath = {
  feature_name: textParameter("The name of the feature. It may hold any character.", "search"),
};
const exact = { additionalProperties: false };
const withoutGates = flagParameter("`true` leaves out the gates.");
const listHeaders = ["ETag", "Flipper-Sync-Version", "poll-interval"];

const listQuery: Readonly<Record<string, DocumentedParameter>> = {
  keys: namesParameter("Only these features, in this order; unknown ones are left out.", [
    "search",
  ]),
  "keys[]": {
    description:
      "Only these features, one exact name in each parameter. Cannot be sent together with `keys`.",
    schema: Type.Array(Type.String()),
    example: [],
  },
  exclude_gates: { ...withoutGates, example: false },
  exclude_gate_names: {
    ...flagParameter("`true` leaves out the names of the gates."),
    example: false,
  },
  _cb: textParameter("Ignored; a new value prevents cached answers.", "1"),
};

/** The documentation of docs/api.md#features. */
export function featureDocs(deployment: DocumentedDeployment) {
  const { isHosted } = deployment;
  const feature = exampleFeature(isHosted);
  const { gates: _, ...bare } = feature;
  return {
    list: flipperOperation(deployment, {
      id: "listFeatures",
      tag,
      summary: "List features with their state and gates",
      description: "The features are sorted by the UTF-8 bytes of their keys.",
      query: listQuery,
      headers: {
        "If-None-Match": textParameter("ETags of answers that the client has.", '"none"'),
      },
      answers: [
        {
          status: 200,
          text: "The features",
          headers: listHeaders,
          json: { schema: FeatureListModel, example: { features: [feature] } },
        },
        { status: 304, text: "The client has the content", headers: listHeaders },
      ],
      refusals: ["too_many_names"],
    }),
    create: flipperOperation(deployment, {
      id: "createFeature",
      tag,
      summary: "Create a feature",
      description: "Does not change a feature that exists.",
      changes: "features",
      body: { schema: NewFeatureModel, example: { name: "dark_mode" } },
      answers: [
        {
          status: 200,
          text: "The feature exists",
          json: { schema: Type.Object({}, { ...exact, $id: "Empty" }), example: {} },
        },
      ],
      refusals: ["feature_name_missing", "quota_exceeded"],
    }),
    get: flipperOperation(deployment, {
      id: "getFeature",
      tag,
      summary: "Read a feature",
      description: "Reads the state and the gates of one feature.",
      path: featureNamePath,
      query: { exclude_gates: withoutGates },
      answers: [
        { status: 200, text: "The feature", json: { schema: FeatureModel, example: bare } },
      ],
      refusals: ["feature_not_found"],
    }),
    remove: flipperOperation(deployment, {
      id: "deleteFeature",
      tag,
      summary: "Delete a feature",
      description: isHosted
        ? "Deletes the feature in all environments of the project."
        : "Deletes the feature and its gates.",
      changes: "features",
      path: featureNamePath,
      answers: [{ status: 204, text: "The feature no longer exists, or never did" }],
      refusals: [
        "feature_name_missing",
        ...(isHosted ? (["production_token_required"] as const) : []),
      ],
    }),
    clear: flipperOperation(deployment, {
      id: "clearFeature",
      tag,
      summary: "Remove all gate values of a feature",
      description: "Sets every gate to its default, and keeps the feature.",
      changes: "features",
      path: featureNamePath,
      answers: [{ status: 204, text: "The feature has no gate values, or does not exist" }],
      refusals: ["feature_name_missing", "quota_exceeded"],
    }),
  };
}
