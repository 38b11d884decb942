import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { largeChecks } from "../../app/services/large-checks.ts";
import { GatehouseError } from "../../core/errors.ts";
import { type Evaluation, evaluationOf } from "../../core/evaluation/evaluation.ts";
import type { Caller } from "../../core/model/caller.ts";
import { inSlices } from "../../core/scheduling/shared-slices.ts";
import { unreadBody } from "../../http/declared/body-schemas.ts";
import {
  documented,
  documentedEmpty,
  documentedJson,
} from "../../http/declared/documented-schemas.ts";
import { sentText } from "../../http/declared/parameter-schemas.ts";
import { segment } from "../../http/declared/sent-values.ts";
import { requestIdOf } from "../../http/request/request-id.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { BulkEvaluation, type BulkOptions } from "./bulk-answer.ts";
import { ContextRefusal, targetingKeyMissing } from "./context-refusal.ts";
import { contextIn, type EvaluationContext, readContextBody } from "./evaluation-context.ts";
import { flagEnd, flagStart } from "./flag-text.ts";
import { exampleFlag, exampleFlags, exampleRequest } from "./ofrep-examples.ts";
import { BulkEvaluationModel, EvaluationRequestModel, FlagModel } from "./ofrep-models.ts";
import { flagsPath } from "./ofrep-refusal.ts";
import { type OfrepRoutesOptions, ofrepRoutes } from "./ofrep-routes.ts";

export interface EvaluationControllerOptions extends BulkOptions, OfrepRoutesOptions {}

/** Read by the handler, because a large context must not be copied. */
const EvaluationRequest = unreadBody(EvaluationRequestModel, exampleRequest);
const bodyRefusals = ["request_invalid", "request_timeout", "body_too_large"] as const;

/** The evaluations of OFREP (docs/api.md#ofrep). They create nothing for unknown features. */
export function evaluationController(options: EvaluationControllerOptions) {
  const { service } = options;
  return new Elysia({ tags: ["OpenFeature"] })
    .use(ofrepRoutes(options))
    .post(
      flagsPath,
      async ({ request, caller }) => {
        const context = contextIn(await readContextBody(request));
        const bulk = new BulkEvaluation(options, caller, request, context);
        return service.isLargeEnvironment(caller)
          ? largeChecks.run(() => inSlices(bulk.answerInSteps()))
          : bulk.answer();
      },
      {
        access: "evaluate",
        headers: Type.Object({
          "If-None-Match": sentText("The `ETag` of an earlier answer.", 'W/"3yVcaD4ufbp"'),
        }),
        body: EvaluationRequest,
        response: {
          200: documentedJson(BulkEvaluationModel, "The results", exampleFlags, ["ETag"]),
          304: documentedEmpty("Nothing has changed for this context", ["ETag"]),
        },
        refuses: bodyRefusals,
        detail: {
          operationId: "evaluateAllFlags",
          summary: "Evaluate all features",
          description: "Sorted by key, with the address of the events that announce changes.",
        },
      },
    )
    .post(
      `${flagsPath}/:key`,
      async ({ request, caller, params }) => {
        const { key } = params;
        const context = contextIn(await readContextBody(request));
        const evaluation = await evaluateOne(options, caller, { key, context, request });
        return jsonResponse(flagStart(key) + flagEnd(evaluation));
      },
      {
        access: "evaluate",
        params: Type.Object({
          key: documented(
            segment(Type.String(), (key) => key),
            { description: "The key of the feature.", example: "search" },
          ),
        }),
        body: EvaluationRequest,
        response: { 200: documentedJson(FlagModel, "The result", exampleFlag) },
        refuses: [...bodyRefusals, "feature_not_found"],
        detail: {
          operationId: "evaluateFlag",
          summary: "Evaluate one feature",
          description:
            "The Open Feature Remote Evaluation Protocol (OFREP), for OpenFeature's SDKs.",
        },
      },
    );
}

interface FlagQuestion {
  readonly key: string;
  readonly context: EvaluationContext;
  readonly request: Request;
}

/** Throws `feature_not_found`, and a `ContextRefusal` for a feature that lacks an actor. */
async function evaluateOne(
  { service, counter }: EvaluationControllerOptions,
  caller: Caller,
  { key, context, request }: FlagQuestion,
): Promise<Evaluation> {
  const { actors, groups } = context;
  const toggle = service.snapshot(caller).find(key);
  if (toggle === undefined) {
    counter?.countUnknown(caller.environment, key);
    throw new GatehouseError("feature_not_found", { message: `There is no feature ${key}` });
  }
  const check = service.check(caller, actors, groups, () => requestIdOf(request));
  const gate = check.refersToOthers(toggle)
    ? await largeChecks.run(() => inSlices(check.openGateInSteps(toggle)))
    : check.openGate(toggle);
  const evaluation = evaluationOf(toggle.gates, gate, actors.length > 0);
  service.countEvaluations(1);
  counter?.countOne(caller.environment, key, evaluation.enabled);
  if (evaluation.lacksActor) {
    throw new ContextRefusal("TARGETING_KEY_MISSING", targetingKeyMissing);
  }
  return evaluation;
}
