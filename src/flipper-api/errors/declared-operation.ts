import type { DocumentDecoration } from "elysia";
import { formOf } from "../../http/declared/body-schemas.ts";
import type { RouteDeclaration } from "../../http/declared/declared-routes.ts";
import {
  documentedAnswers,
  documentedParameters,
  exampleOf,
} from "../../http/declared/documented-schemas.ts";
import type { DocumentedRefusal } from "./documented-refusals.ts";
import {
  type DocumentedDeployment,
  type FlipperOperationOptions,
  flipperOperation,
} from "./operation-docs.ts";

type Declaration = RouteDeclaration<string, DocumentedRefusal>;

/** Returns the documentation of an operation of the Flipper API from the declaration of its route. */
export function declaredOperation(
  deployment: DocumentedDeployment,
  declaration: Declaration,
  changes: FlipperOperationOptions["changes"],
): DocumentDecoration {
  const { params, query, headers, body, readsBody, response, refuses, detail } = declaration;
  const { operationId, summary, description } = detail;
  if (operationId === undefined || summary === undefined || description === undefined) {
    throw new Error(`The operation ${operationId} has no name, no summary or no description`);
  }
  return flipperOperation(deployment, {
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
    readsBody: readsBody || body !== undefined,
    answers: documentedAnswers(response),
    refusals: refuses,
    ...(changes === undefined ? {} : { changes }),
    ...(refuses.includes("submission_too_large") ? { tooLarge: "submission_too_large" } : {}),
    isImport: refuses.includes("import_invalid"),
  });
}
