import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { exampleFeature } from "../features/feature-examples.ts";
import { FeatureModel } from "../features/feature-model.ts";
import { ChangesRequestModel } from "./changes-model.ts";

/** The documentation of docs/api.md#several-changes. */
export function changesDocs(deployment: DocumentedDeployment) {
  const { isHosted } = deployment;
  return flipperOperation(deployment, {
    id: "changeGates",
    tag: "Gatehouse",
    summary: "Change several gates of a feature at once",
    description:
      "Makes the changes in order, all of them or none. Each means what the route of its gate does, " +
      "and has an audit of its own. Creates a missing feature.",
    changes: "features",
    body: {
      schema: ChangesRequestModel,
      example: {
        key: "search",
        changes: [
          { gate: "actors", action: "enable", value: "User;7" },
          { gate: "actors", action: "disable", value: "User;42" },
          { gate: "percentage_of_actors", action: "enable", value: 50 },
        ],
      },
      isJsonOnly: true,
    },
    answers: [
      {
        status: 200,
        text: "The feature after the changes",
        json: {
          schema: FeatureModel,
          example: exampleFeature(isHosted, { actors: ["User;7"], percentage_of_actors: 50 }),
        },
      },
    ],
    refusals: [
      "member_invalid",
      "too_many_groups",
      "feature_name_missing",
      "flipper_id_missing",
      "group_not_registered",
      "percentage_invalid",
      "quota_exceeded",
      ...(isHosted ? (["expression_invalid"] as const) : []),
    ],
  });
}
