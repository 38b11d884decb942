import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { GatehouseError } from "../../errors.ts";
import { parseExpression } from "../../expressions/expression.ts";
import { requestInvalid } from "../../http/request/request-invalid.ts";
import { documentOf, queryOf } from "../../http/request/request-parameters.ts";
import type { FeatureService } from "../../services/feature-service.ts";
import { isJsonObject } from "../../text/json-object.ts";
import { exactFeatureKey } from "../../toggles/feature-key.ts";
import type { Access } from "../access/access.ts";
import { featureAnswer } from "../answers/feature-answer.ts";
import { flipperOperation } from "../errors/operation-docs.ts";
import { FeatureModel } from "./feature-model.ts";

export interface ExpressionControllerOptions {
  readonly service: FeatureService;
  readonly access: Access;
}

const shape = { expression: true, excludeGates: false, excludeGateNames: false };

/** The routes of the expression gate (docs/api.md#gate-routes); hosted only. */
export function expressionController({ service, access }: ExpressionControllerOptions) {
  return new Elysia()
    .post(
      "/features/:feature_name/expression",
      async ({ request, params }) => {
        const caller = access.writer(request);
        const key = exactFeatureKey(params.feature_name);
        const value = parseExpression(await expressionDocument(request));
        const toggle = await service.change(caller, key, { action: "enable_expression", value });
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
        const toggle = await service.change(caller, key, { action: "disable_expression" });
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

const tag = "Gates";
const path = { feature_name: "The feature's name, percent-encoded. A missing feature is created." };
const success = { status: 200, text: "The feature after the change", schema: FeatureModel };

const docs = {
  post: flipperOperation({
    tag,
    summary: "Set the expression",
    description:
      "One operator with its list of arguments, such as " +
      '{"Any":[{"Equal":[{"Property":["plan"]},{"String":["pro"]}]}]}. The body must be JSON.',
    path,
    body: { schema: Type.Record(Type.String(), Type.Unknown()), isJsonOnly: true },
    success,
    refusals: ["feature_name_missing", "expression_invalid", "quota_exceeded"],
  }),
  delete: flipperOperation({
    tag,
    summary: "Clear the expression",
    path,
    success,
    refusals: ["feature_name_missing", "quota_exceeded", "unavailable"],
  }),
};
