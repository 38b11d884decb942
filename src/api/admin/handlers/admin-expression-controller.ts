import { Elysia } from "elysia";
import { answered, withExample } from "../../../http/declared/documented-schemas.ts";
import type { AdminRoutes } from "../admin-routes.ts";
import { CheckedExpression, ExpressionChange, ExpressionText } from "../contract/gate-models.ts";
import {
  featureGateChanger,
  featureWrite,
  gateChangeRefusals,
  writtenAnswer,
} from "./feature-writes.ts";
import { typedExpression } from "./typed-expression.ts";
import type { UiDependencies } from "./ui-dependencies.ts";

const jsonIndent = 2;

/** The expression of a feature as the user typed it (docs/admin-api.md#routes). */
export function adminExpressionController(deps: UiDependencies, routes: AdminRoutes) {
  const change = featureGateChanger(deps);
  return new Elysia({ tags: ["Gates"] })
    .use(routes)
    .put(
      "/environments/:environment/features/:key/expression",
      ({ caller, params, body }) =>
        change(
          { caller, params },
          body,
          body.json === null
            ? { action: "disable_expression" }
            : { action: "enable_expression", value: typedExpression(body.json) },
        ),
      {
        ...featureWrite,
        hostedOnly: true,
        body: withExample(ExpressionChange, {
          json: '{"Equal":[{"Property":["plan"]},"premium"]}',
        }),
        response: writtenAnswer,
        refuses: [...gateChangeRefusals, "expression_invalid"],
        detail: { operationId: "setExpression", summary: "Set or remove the expression" },
      },
    )
    .post(
      "/expressions/check",
      ({ body }) => {
        const expression = typedExpression(body.json);
        return { expression, json: JSON.stringify(expression, null, jsonIndent) };
      },
      {
        role: "viewer",
        hostedOnly: true,
        body: withExample(ExpressionText, {
          json: '{"Equal":[{"Property":"plan"},"premium"]}',
        }),
        response: { 200: answered(CheckedExpression, "The expression in its normalized form") },
        refuses: ["expression_invalid"],
        detail: {
          operationId: "checkExpression",
          summary: "Check the text of an expression",
          description: "Changes nothing.",
        },
      },
    );
}
