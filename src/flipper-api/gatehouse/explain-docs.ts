import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { ExplainAnswerModel, ExplainRequestModel } from "./explain-model.ts";

const example: ExplainAnswerModel = {
  features: [
    {
      key: "search",
      known: true,
      enabled: true,
      gates: [
        { gate: "boolean", opens: false },
        {
          gate: "expression",
          opens: false,
          actors: [],
          tree: null,
          is_in_cycle: false,
          fault: null,
        },
        { gate: "actors", opens: false, count: 1, matched: [] },
        {
          gate: "percentage_of_actors",
          opens: true,
          percentage: 25,
          bucket: 19_189,
          threshold: 25_000,
          opens_above: 19.189,
        },
        { gate: "percentage_of_time", opens: false, percentage: 0 },
        {
          gate: "groups",
          opens: true,
          groups: [{ name: "staff", matches: true, is_known: true }],
        },
      ],
    },
    { key: "unknown", known: false, enabled: false, gates: [] },
  ],
};

/** The documentation of docs/api.md#explain. */
export function explainDocs(deployment: DocumentedDeployment) {
  return flipperOperation(deployment, {
    id: "explainCheck",
    tag: "Gatehouse",
    summary: "Read which gates enable features for actors, and why",
    description:
      "Answers as an actor check does, with each gate in the order of the evaluation. There is one " +
      "time, and one random number for each gate, in a request. Changes nothing, and counts as no " +
      "evaluation.",
    body: {
      schema: ExplainRequestModel,
      example: {
        keys: ["search", "unknown"],
        actors: ["User;7"],
        groups: ["staff"],
        properties: { plan: "pro" },
      },
      isJsonOnly: true,
    },
    answers: [
      {
        status: 200,
        text: "The reasons, by feature",
        json: { schema: ExplainAnswerModel, example },
      },
    ],
    refusals: [
      "member_invalid",
      "flipper_id_missing",
      "feature_name_missing",
      // It is a POST, as writes are.
      ...deployment.writeRefusals,
    ],
  });
}
