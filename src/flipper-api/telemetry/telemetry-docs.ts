import { Type } from "@sinclair/typebox";
import { contentEncoding, namesParameter } from "../../http/openapi/documented-parameter.ts";
import { type DocumentedDeployment, flipperOperation } from "../errors/operation-docs.ts";
import { exampleSubmission, exampleSummary } from "./telemetry-examples.ts";
import { SubmissionModel, SummaryModel } from "./telemetry-model.ts";

const tag = "Telemetry";

/** The documentation of docs/api.md#telemetry-submission and docs/api.md#telemetry-summary. */
export function telemetryDocs(deployment: DocumentedDeployment) {
  return {
    submit: flipperOperation(deployment, {
      id: "submitTelemetry",
      tag,
      summary: "Submit how often features were found enabled",
      description:
        "Plain or gzip: at most 256 KiB as gzip, 1 MiB expanded. A refused submission is not " +
        "counted at all. Metrics are dropped if the key has more than 255 characters, if the time " +
        "is more than a day ahead or older than the plan's retention, and if the key is no " +
        "feature's and the environment already has too many such keys.",
      headers: contentEncoding,
      body: { schema: SubmissionModel, example: exampleSubmission, isJsonOnly: true },
      tooLarge: "submission_too_large",
      answers: [
        {
          status: 202,
          text: "The submission is counted, now or by an earlier request",
          headers: ["telemetry-interval"],
          json: {
            schema: Type.Object({}, { additionalProperties: false, $id: "Empty" }),
            example: {},
          },
        },
      ],
      refusals: ["submission_invalid", "request_timeout", "unavailable"],
    }),
    summary: flipperOperation(deployment, {
      id: "getTelemetrySummary",
      tag,
      summary: "Read how often features were found enabled",
      description:
        "The time series has one item for each hour if `days` is 1, otherwise one for each day. The " +
        "last one is the current hour or day.",
      query: {
        days: {
          description: "The number of days; limited to the plan's retention.",
          schema: Type.Integer({ minimum: 1, default: 7 }),
          example: 2,
        },
        keys: namesParameter("Only these features; unknown ones are left out.", ["search"]),
      },
      answers: [
        {
          status: 200,
          text: "The features, sorted by name",
          json: { schema: SummaryModel, example: exampleSummary },
        },
      ],
      refusals: ["days_invalid", "too_many_names", "plan_upgrade_required", "unavailable"],
    }),
  };
}
