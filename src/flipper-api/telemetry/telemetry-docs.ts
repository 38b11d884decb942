import { Type } from "@sinclair/typebox";
import { textParameter } from "../../http/openapi/documented-operation.ts";
import { flipperOperation } from "../errors/operation-docs.ts";
import { SubmissionModel, SummaryModel } from "./telemetry-model.ts";

const tag = "Telemetry";

export const telemetryDocs = {
  submit: flipperOperation({
    tag,
    summary: "Submit how often features were found enabled",
    description:
      "Plain or gzip: at most 256 KiB as gzip, 1 MiB expanded. A refused submission is not counted " +
      "at all. Metrics are dropped if the key has more than 255 characters, if the time is more " +
      "than a day ahead or older than the plan's retention, and if the key is no feature's and " +
      "the environment already has too many such keys.",
    body: { schema: SubmissionModel, isJsonOnly: true },
    success: {
      status: 202,
      text: "The submission is counted, now or by an earlier request",
      schema: Type.Object({}),
    },
    refusals: ["parameter_invalid", "request_timeout"],
  }),
  summary: flipperOperation({
    tag,
    summary: "Read how often features were found enabled",
    description: "By the hour for one day, else by the day, up to now.",
    query: {
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          default: 7,
          description: "How many days; limited by the plan's retention.",
        }),
      ),
      keys: textParameter("Only these features, separated by commas; unknown ones are left out."),
    },
    success: { status: 200, text: "The features, sorted by name", schema: SummaryModel },
    refusals: ["parameter_invalid", "plan_upgrade_required", "unavailable"],
  }),
};
