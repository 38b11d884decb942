import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { queryOf } from "../../http/request/request-parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { synchronousHandler } from "../../http/routing/synchronous-handler.ts";
import type { Caller } from "../../model/caller.ts";
import type { State } from "../../model/state.ts";
import { retentionDaysOf } from "../../model/telemetry-retention.ts";
import type { Snapshot } from "../../snapshots/snapshot.ts";
import { bucketSeriesAt } from "../../telemetry/messages/bucket-series.ts";
import type { Telemetry } from "../../telemetry/telemetry.ts";
import type { Access } from "../access/access.ts";
import { telemetryHeaders } from "../answers/interval-headers.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import { submitRequest } from "./submission-request.ts";
import { summaryAnswer } from "./summary-answer.ts";
import { summaryQuery } from "./summary-query.ts";
import { telemetryDocs } from "./telemetry-docs.ts";

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

/**
 * The routes of docs/api.md#telemetry-submission and docs/api.md#telemetry-summary. Every token
 * that may read may also submit (docs/api.md#tokens).
 */
export function telemetryController(options: TelemetryControllerOptions) {
  const { telemetry, access } = options;
  const docs = telemetryDocs(options.documented);
  const accepted = jsonResponse("{}", {
    status: 202,
    headers: telemetryHeaders(options.telemetryIntervalSeconds),
  });
  return new Elysia()
    .post(
      "/telemetry",
      synchronousHandler((request) =>
        submitRequest(telemetry, access.reader(request), request).then(() => accepted.clone()),
      ),
      { parse: "none", detail: docs.submit },
    )
    .get(
      "/telemetry/summary",
      ({ request }) => {
        const caller = access.reader(request);
        const { environment } = caller;
        const state = options.state();
        const retentionDays = retentionDaysOf(state, environment.projectId);
        if (retentionDays === 0) {
          throw new GatehouseError("plan_upgrade_required");
        }
        const snapshot = options.snapshot(caller);
        const isFeature = (key: string) => snapshot.find(key) !== undefined;
        const { days, keys } = summaryQuery(queryOf(request), isFeature);
        return summaryAnswer(telemetry, {
          state,
          environment,
          snapshot,
          keys,
          series: bucketSeriesAt(options.now(), Math.min(days, retentionDays)),
        });
      },
      { detail: docs.summary },
    );
}
