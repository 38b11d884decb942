import { contentEncoding } from "../../http/openapi/documented-parameter.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { BulkCheckModel, NewBulkCheckModel } from "./bulk-check-model.ts";

const answer: BulkCheckModel = {
  actors: [
    {
      flipper_id: "User;42",
      features: { search: { enabled: true }, unknown: { enabled: false } },
    },
    {
      flipper_id: "User;1",
      features: { search: { enabled: false }, unknown: { enabled: false } },
    },
  ],
};

/** The documentation of docs/api.md#bulk-check. */
export function bulkCheckDocs(deployment: DocumentedDeployment) {
  return flipperOperation(deployment, {
    id: "checkActors",
    tag: "Actors",
    summary: "Read which features are enabled for several actors",
    description: "Creates nothing. Without `keys` it answers for all features, sorted by key.",
    headers: contentEncoding,
    body: {
      schema: NewBulkCheckModel,
      example: {
        actors: [{ flipper_id: "User;42", properties: { plan: "pro" } }, { flipper_id: "User;1" }],
        keys: ["search", "unknown"],
      },
      isJsonOnly: true,
    },
    answers: [
      { status: 200, text: "The results", json: { schema: BulkCheckModel, example: answer } },
    ],
    refusals: ["flipper_id_missing", "check_too_large"],
  });
}
