import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import type { State } from "../../../core/model/state.ts";
import { type WatchedOutcomes, watchedOutcomes } from "../../../core/outcomes/watched-outcomes.ts";
import { unreadBody } from "../../../http/declared/body-schemas.ts";
import {
  documentedEmpty,
  documentedJson,
  EmptyObject,
} from "../../../http/declared/documented-schemas.ts";
import { ContentEncoding, sentText } from "../../../http/declared/parameter-schemas.ts";
import { jsonResponse } from "../../../http/response/json-response.ts";
import { PreparedAnswer } from "../../../http/response/prepared-answer.ts";
import { minuteOf } from "../../../telemetry/messages/minutes.ts";
import type { Telemetry } from "../../../telemetry/telemetry.ts";
import type { Access } from "../../common/access/access.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import type { DocumentedDeployment } from "../../common/errors/operation-docs.ts";
import { submitRequest } from "../telemetry/submission-request.ts";
import {
  exampleOutcomes,
  exampleWatched,
  OutcomeSubmissionModel,
  WatchedModel,
} from "./outcome-model.ts";

export interface OutcomeControllerOptions {
  readonly telemetry: Pick<Telemetry, "submit">;
  readonly access: Access;
  readonly now: () => number;
  readonly documented: DocumentedDeployment;
}

export interface WatchedControllerOptions
  extends Omit<OutcomeControllerOptions, "telemetry" | "now"> {
  readonly state: () => State;
}

/**
 * POST /gatehouse/outcomes (docs/api.md#outcome-submission). Visitors of a page have tokens that may
 * only evaluate, and must not be able to stop a rollout.
 */
export function outcomeController(options: OutcomeControllerOptions) {
  const { telemetry, now } = options;
  const accepted = jsonResponse("{}", { status: 202 });
  return new Elysia({ tags: ["Telemetry"] })
    .use(flipperRoutes(options))
    .post(
      "/gatehouse/outcomes",
      ({ request, caller }) =>
        submitRequest(telemetry, caller, request, () => minuteOf(now())).then(() =>
          accepted.clone(),
        ),
      {
        access: "read",
        headers: ContentEncoding,
        body: unreadBody(OutcomeSubmissionModel, exampleOutcomes),
        response: {
          202: documentedJson(
            EmptyObject,
            "The submission is counted, now or by an earlier request",
            {},
          ),
        },
        refuses: ["outcomes_invalid", "submission_too_large", "request_timeout", "unavailable"],
        detail: {
          operationId: "submitOutcomes",
          summary: "Submit how often work failed with and without features",
          description:
            "Plain or gzip, with the limits of telemetry submissions, and at most 2,000 outcomes. They " +
            "count in the minute in which they arrive. Outcomes that no guard of a running rollout " +
            "watches are dropped. Tokens that may only evaluate are refused.",
        },
      },
    );
}

/** GET /gatehouse/watched (docs/api.md#watched-outcomes). */
export function watchedController(options: WatchedControllerOptions) {
  const answers = new WeakMap<readonly WatchedOutcomes[], PreparedAnswer>();
  const answerOf = (watched: readonly WatchedOutcomes[]) => {
    let answer = answers.get(watched);
    if (answer === undefined) {
      answer = new PreparedAnswer(JSON.stringify({ watched }), () => ({}));
      answers.set(watched, answer);
    }
    return answer;
  };
  return new Elysia({ tags: ["Telemetry"] })
    .use(flipperRoutes(options))
    .get(
      "/gatehouse/watched",
      ({ request, caller }) =>
        answerOf(watchedOutcomes(options.state(), caller.environment.id)).respond(request, 0),
      {
        access: "read",
        headers: Type.Object({
          "If-None-Match": sentText("ETags of answers that the client has.", '"none"'),
        }),
        response: {
          200: documentedJson(WatchedModel, "The names and features", exampleWatched, ["ETag"]),
          304: documentedEmpty("The client has the content", ["ETag"]),
        },
        refuses: [],
        detail: {
          operationId: "getWatched",
          summary: "Read which outcomes to count",
          description:
            "The names and features that guards of running rollouts watch in the environment, sorted. " +
            "Clients count nothing else.",
        },
      },
    );
}
