import { Elysia } from "elysia";
import { GatehouseError } from "../../../core/errors.ts";
import { parseExpression } from "../../../core/expressions/expression.ts";
import { isJsonObject } from "../../../core/text/json-object.ts";
import { jsonDocument } from "../../../http/declared/body-schemas.ts";
import { requestInvalid } from "../../../http/request/request-invalid.ts";
import { flipperRoutes } from "../../common/access/flipper-routes.ts";
import { exampleExpression, exampleFeature } from "./feature-examples.ts";
import { NewExpressionModel } from "./feature-model.ts";
import { FeaturePath } from "./feature-path.ts";
import {
  changedFeature,
  type GateRoutesOptions,
  gateChanger,
  gateRefusals,
} from "./gate-changer.ts";

const NewExpression = jsonDocument(NewExpressionModel, exampleExpression, (document) =>
  parseExpression(expressionDocument(document)),
);

/** The routes of the expression gate (docs/api.md#gate-routes); hosted only. */
export function expressionController(options: Omit<GateRoutesOptions, "showsExpressions">) {
  const { isHosted } = options.documented;
  const change = gateChanger({ ...options, showsExpressions: true });
  const route = { access: "write", params: FeaturePath } as const;
  return new Elysia({ tags: ["Gates"] })
    .use(flipperRoutes(options))
    .post(
      "/features/:feature_name/expression",
      ({ caller, params, body }) =>
        change(caller, params.feature_name, { action: "enable_expression", value: body }),
      {
        ...route,
        body: NewExpression,
        response: changedFeature(exampleFeature(isHosted, { expression: exampleExpression })),
        refuses: [...gateRefusals, "expression_invalid"],
        detail: {
          operationId: "enableExpression",
          summary: "Set the expression",
          description: "The body must be JSON: one operator with the list of its arguments.",
        },
      },
    )
    .delete(
      "/features/:feature_name/expression",
      ({ caller, params }) => change(caller, params.feature_name, { action: "disable_expression" }),
      {
        ...route,
        response: changedFeature(exampleFeature(isHosted)),
        refuses: gateRefusals,
        detail: {
          operationId: "disableExpression",
          summary: "Remove the expression",
          description: "Sets the gate to null.",
        },
      },
    );
}

/** Refuses a body that is not an object with code 8; errors within an object are code 7. */
function expressionDocument(document: unknown): unknown {
  if (document === undefined) {
    throw new GatehouseError("expression_invalid", {
      message: "The body is empty: it must be an expression",
    });
  }
  if (document === null || isJsonObject(document)) {
    return document;
  }
  throw requestInvalid("the JSON body must be an object");
}
