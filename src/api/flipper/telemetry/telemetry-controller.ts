import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { Snapshot } from "../../../app/snapshots/snapshot.ts";
import { GatehouseError } from "../../../core/errors.ts";
import type { Caller } from "../../../core/model/caller.ts";
import type { State } from "../../../core/model/state.ts";
import { retentionDaysOf } from "../../../core/model/telemetry-retention.ts";
import { unreadBody } from "../../../http/declared/body-schemas.ts";
import { documentedJson, EmptyObject } from "../../../http/declared/documented-schemas.ts";
import {
  ContentEncoding,
  sentInteger,
  sentNames,
} from "../../../http/declared/parameter-schemas.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import { bucketSeriesAt } from "../../../telemetry/messages/bucket-series.ts";
import type { Telemetry } from "../../../telemetry/telemetry.ts";
import type { Access } from "../../common/access/access.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { telemetryHeaders } from "../answers/interval-headers.ts";
import { submitRequest } from "./submission-request.ts";
import { summaryAnswer } from "./summary-answer.ts";
import { exampleSubmission, exampleSummary } from "./telemetry-examples.ts";
import { SubmissionModel, SummaryModel } from "./telemetry-model.ts";

export interface TelemetryControllerOptions {
  readonly telemetry: Telemetry;
  readonly access: Access;
  readonly state: () => State;
  readonly snapshot: (caller: Caller) => Snapshot;
  readonly now: () => number;
  /** Seconds that clients should wait between submissions; undefined to let them decide. */
  readonly telemetryIntervalSeconds: number | undefined;
  readonly documented: DocumentedDeployment;
}

const daysDefault = 7;

const SummaryQuery = Type.Object({
  days: sentInteger("The number of days; limited to the plan's retention.", 2, {
    minimum: 1,
    default: daysDefault,
  }),
  keys: sentNames("Only these features; unknown ones are left out.", ["search"]),
});

/**
 * The routes of docs/api.md#telemetry-submission and docs/api.md#telemetry-summary. Every token that
 * may read may also submit (docs/api.md#tokens).
 */
export function telemetryController(options: TelemetryControllerOptions) {
  const { telemetry } = options;
  const accepted = jsonResponse("{}", {
    status: 202,
    headers: telemetryHeaders(options.telemetryIntervalSeconds),
  });
  return new Elysia({ tags: ["Telemetry"] })
    .use(flipperRoutes(options))
    .post(
      "/telemetry",
      ({ request, caller }) =>
        submitRequest(telemetry, caller, request).then(() => accepted.clone()),
      {
        access: "read",
        headers: ContentEncoding,
        body: unreadBody(SubmissionModel, exampleSubmission),
        response: {
          202: documentedJson(
            EmptyObject,
            "The submission is counted, now or by an earlier request",
            {},
            ["telemetry-interval"],
          ),
        },
        refuses: ["submission_invalid", "submission_too_large", "request_timeout", "unavailable"],
        detail: {
          operationId: "submitTelemetry",
          summary: "Submit how often features were found enabled",
          description:
            "Plain or gzip: at most 256 KiB as gzip, 1 MiB expanded. A refused submission is not " +
            "counted at all. Metrics are dropped if the key has more than 255 characters, if the time " +
            "is more than a day ahead or older than the plan's retention, and if the key is unknown " +
            "and the environment already has too many unknown keys.",
        },
      },
    )
    .get(
      "/telemetry/summary",
      ({ caller, query }) => {
        const { environment } = caller;
        const state = options.state();
        const retentionDays = retentionDaysOf(state, environment.projectId);
        if (retentionDays === 0) {
          throw new GatehouseError("plan_upgrade_required");
        }
        const snapshot = options.snapshot(caller);
        return summaryAnswer(telemetry, {
          state,
          environment,
          snapshot,
          keys: query.keys((key) => snapshot.find(key) !== undefined) ?? null,
          series: bucketSeriesAt(options.now(), Math.min(query.days ?? daysDefault, retentionDays)),
        });
      },
      {
        access: "read",
        query: SummaryQuery,
        response: {
          200: documentedJson(SummaryModel, "The features, sorted by name", exampleSummary),
        },
        refuses: ["days_invalid", "too_many_names", "plan_upgrade_required", "unavailable"],
        detail: {
          operationId: "getTelemetrySummary",
          summary: "Read how often features were found enabled",
          description:
            "The time series has one item for each hour if `days` is 1, otherwise one for each day. The " +
            "last one is the current hour or day.",
        },
      },
    );
}
