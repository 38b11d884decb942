import type { DocumentedResponses } from "../openapi/documented-operation.ts";
import { documentedOperation } from "../openapi/documented-operation.ts";
import { operationOf } from "./declared-operation.ts";
import { declaredRoutes } from "./declared-routes.ts";

/** The plugin of routes that need no credentials; `refusals` documents the checks around them. */
export function openRoutes(refusals: DocumentedResponses = {}) {
  return declaredRoutes<"anyone", null, never>({
    admit: { anyone: () => null },
    ignoresQuery: true,
    document: (declaration) => documentedOperation(operationOf(declaration), refusals),
  });
}
