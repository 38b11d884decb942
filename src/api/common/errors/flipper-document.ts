import type { DocumentDecoration } from "elysia";
import { operationOf } from "../../../http/declared/declared-operation.ts";
import type { RouteDeclaration } from "../../../http/declared/route-declaration.ts";
import type { DocumentedRefusal } from "./documented-refusals.ts";
import {
  type DocumentedDeployment,
  type FlipperOperationOptions,
  flipperOperation,
} from "./operation-docs.ts";

/** Returns the documentation of an operation of the Flipper API from the declaration of its route. */
export function flipperDocument(
  deployment: DocumentedDeployment,
  declaration: RouteDeclaration<DocumentedRefusal>,
  changes: FlipperOperationOptions["changes"],
): DocumentDecoration {
  const { refuses, body, readsBody } = declaration;
  return flipperOperation(deployment, {
    ...operationOf(declaration),
    refusals: refuses,
    readsBody: readsBody || body !== undefined,
    ...(changes === undefined ? {} : { changes }),
    ...(refuses.includes("submission_too_large") ? { tooLarge: "submission_too_large" } : {}),
    isImport: refuses.includes("import_invalid"),
  });
}
