import { Elysia } from "elysia";
import { GatehouseError } from "../errors.ts";
import { inSlices } from "../event-loop/shared-turns.ts";
import type { Access } from "../flipper-api/access/access.ts";
import { requestIdOf } from "../http/request/request-id.ts";
import { jsonResponse } from "../http/response/json-response.ts";
import { synchronousHandler } from "../http/routing/synchronous-handler.ts";
import type { Caller } from "../model/caller.ts";
import { largeChecks } from "../services/large-checks.ts";
import { type Evaluation, evaluationOf } from "../toggles/evaluation.ts";
import { BulkEvaluation, type BulkOptions } from "./bulk-answer.ts";
import { ContextRefusal, targetingKeyMissing } from "./context-refusal.ts";
import { contextIn, type EvaluationContext, readContextBody } from "./evaluation-context.ts";
import { flagEnd, flagStart } from "./flag-text.ts";
import type { OfrepDocs } from "./ofrep-docs.ts";
import { flagsPath } from "./ofrep-refusal.ts";

export interface EvaluationControllerOptions extends BulkOptions {
  readonly access: Access;
  readonly docs: OfrepDocs;
}

/** The evaluations of OFREP (docs/api.md#ofrep). They create nothing for unknown features. */
export function evaluationController(options: EvaluationControllerOptions) {
  const { access, service, docs } = options;
  return new Elysia()
    .post(
      flagsPath,
      synchronousHandler(async (request) => {
        const caller = access.evaluator(request);
        const context = contextIn(await readContextBody(request));
        const bulk = new BulkEvaluation(options, caller, request, context);
        return service.isLargeEnvironment(caller)
          ? largeChecks.run(() => inSlices(bulk.answerInSteps()))
          : bulk.answer();
      }),
      { parse: "none", detail: docs.evaluateAll },
    )
    .post(
      `${flagsPath}/:key`,
      synchronousHandler(async (request, key) => {
        const caller = access.evaluator(request);
        const context = contextIn(await readContextBody(request));
        const evaluation = await evaluateOne(options, caller, { key, context, request });
        return jsonResponse(flagStart(key) + flagEnd(evaluation));
      }),
      { parse: "none", detail: docs.evaluateOne },
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
    throw new GatehouseError("feature_not_found", `There is no feature ${key}`);
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
