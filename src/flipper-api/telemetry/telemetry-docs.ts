import { Type } from "@sinclair/typebox";
import { textParameter } from "../../http/openapi/documented-operation.ts";
import { flipperOperation } from "../errors/flipper-operation.ts";
import { SubmissionModel, SummaryModel } from "./telemetry-model.ts";

const tag = "Telemetry";

export const telemetryDocs = {
  submit: flipperOperation({
    tag,
    summary: "Submit how often features were found enabled",
    description:
      "Plain or gzip: at most 256 KiB as gzip, 1 MiB expanded. All of it counts or, when refused, " +
      "none. Metrics with keys of over 255 characters, with times more than a day ahead or older " +
      "than the plan keeps, and of too many keys that are no feature are dropped.",
    body: { schema: SubmissionModel, isJsonOnly: true },
    success: { status: 202, text: "It is counted, now or before", schema: Type.Object({}) },
    refusals: ["parameter_invalid"],
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
          description: "How many days, at most those that the plan keeps.",
        }),
      ),
      keys: textParameter("Only these features, separated by commas; unknown ones are left out."),
    },
    success: { status: 200, text: "The features, by name", schema: SummaryModel },
    refusals: ["parameter_invalid", "plan_upgrade_required", "unavailable"],
  }),
};
