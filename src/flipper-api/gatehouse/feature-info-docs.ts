import { namesParameter } from "../../http/openapi/documented-parameter.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import {
  DescribeRequestModel,
  FeatureInfoListModel,
  FeatureInfoModel,
} from "./feature-info-model.ts";

const exampleTime = "2026-01-15T09:30:00.000Z";
const person = { id: 1, name: "Owner", email: "owner@localhost" };

const example: FeatureInfoModel = {
  key: "search",
  state: "conditional",
  description: null,
  longevity: null,
  tags: [],
  owner: null,
  creator: person,
  created_at: exampleTime,
  changed_at: exampleTime,
  overridden: false,
  stale: false,
};

const described = {
  description: "The new search",
  longevity: "temporary" as const,
  tags: ["web"],
};

/** The documentation of the list in docs/api.md#features-for-people. */
export function featureInfoDocs(deployment: DocumentedDeployment) {
  return flipperOperation(deployment, {
    id: "listFeatureInfo",
    tag: "Gatehouse",
    summary: "List features without their gates, with what people say of them",
    description: "Without `keys` all features, sorted by key.",
    query: {
      keys: namesParameter("Only these features, in this order; unknown ones are left out.", [
        "search",
      ]),
    },
    answers: [
      {
        status: 200,
        text: "The features",
        json: { schema: FeatureInfoListModel, example: { features: [example] } },
      },
    ],
    refusals: ["too_many_names", "unavailable"],
  });
}

/** The documentation of the change in docs/api.md#features-for-people. */
export function describeDocs(deployment: DocumentedDeployment) {
  return flipperOperation(deployment, {
    id: "describeFeature",
    tag: "Gatehouse",
    summary: "Change the description of a feature for people",
    description:
      "Changes what is given, in all environments; checks do not use it. There is no audit, as no " +
      "gate changes.",
    changes: "features",
    body: {
      schema: DescribeRequestModel,
      example: { key: "search", ...described, owner: person.email },
      isJsonOnly: true,
    },
    answers: [
      {
        status: 200,
        text: "The feature after the change",
        json: { schema: FeatureInfoModel, example: { ...example, ...described, owner: person } },
      },
    ],
    refusals: ["feature_not_found", "member_invalid", "feature_name_missing"],
  });
}
