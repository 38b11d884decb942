import type { OperationOptions } from "../openapi/documented-operation.ts";
import { formOf } from "./body-schemas.ts";
import { documentedAnswers, documentedParameters, exampleOf } from "./documented-schemas.ts";
import type { RouteDeclaration } from "./route-declaration.ts";

/** Returns the documentation of a route from its declaration, without refusals. */
export function operationOf(declaration: RouteDeclaration<string>): OperationOptions {
  const { params, query, headers, body, response, detail } = declaration;
  const { operationId, summary, description } = detail;
  if (operationId === undefined || summary === undefined || description === undefined) {
    throw new Error(`The operation ${operationId} has no name, no summary or no description`);
  }
  return {
    id: operationId,
    summary,
    description,
    path: documentedParameters(params?.properties ?? {}),
    query: documentedParameters(query?.properties ?? {}),
    headers: documentedParameters(headers?.properties ?? {}),
    ...(body === undefined
      ? {}
      : {
          body: { schema: body, example: exampleOf(body), isJsonOnly: formOf(body) !== undefined },
        }),
    answers: documentedAnswers(response),
  };
}
