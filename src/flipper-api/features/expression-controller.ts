import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { requestInvalid } from "../../http/request/request-invalid.ts";
import { documentOf, queryOf } from "../../http/request/request-parameters.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import { isJsonObject } from "../../text/json-object.ts";
import { exactFeatureKey } from "../../toggles/feature-key.ts";
import type { Access } from "../access/access.ts";
import { featureAnswer } from "../answers/feature-answer.ts";
import type { DocumentedDeployment } from "../errors/operation-docs.ts";
import { expressionDocs } from "./gate-docs.ts";
import { gateWrites } from "./gate-values.ts";

export interface ExpressionControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
  readonly documented: DocumentedDeployment;
}

const shape = { expression: true, excludeGates: false, excludeGateNames: false };

/** The routes of the expression gate (docs/api.md#gate-routes); hosted only. */
export function expressionController(options: ExpressionControllerOptions) {
  const { service, access } = options;
  const docs = expressionDocs(options.documented);
  return new Elysia()
    .post(
      "/features/:feature_name/expression",
      async ({ request, params }) => {
        const caller = access.writer(request);
        const key = exactFeatureKey(params.feature_name);
        const change = gateWrites.expression.enable(await expressionDocument(request));
        const toggle = await service.change(caller, key, change);
        return featureAnswer(toggle, shape);
      },
      { parse: "none", detail: docs.post },
    )
    .delete(
      "/features/:feature_name/expression",
      async ({ request, params }) => {
        const caller = access.writer(request);
        const key = exactFeatureKey(params.feature_name);
        // Clients send a body here. It has no meaning and is not read (docs/api.md#requests).
        queryOf(request);
        const toggle = await service.change(caller, key, gateWrites.expression.disable());
        return featureAnswer(toggle, shape);
      },
      { parse: "none", detail: docs.delete },
    );
}

/** Refuses a body that is not an object with code 8; errors within an object are code 7. */
async function expressionDocument(request: Request): Promise<unknown> {
  const document = await documentOf(request);
  if (document === undefined) {
    throw new GatehouseError("expression_invalid", "The body is empty: it must be an expression");
  }
  if (document === null || isJsonObject(document)) {
    return document;
  }
  throw requestInvalid("the JSON body must be an object");
}
