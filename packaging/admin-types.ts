import openapiTS, { astToString } from "openapi-typescript";
import { isJsonObject, mapMembers } from "../src/core/text/json-object.ts";

/** The file with the types, relative to the repository's root. */
export const adminTypesFile = "src/api/admin/calls/admin-api-types.ts";

const head = "/** Written by `make openapi` from docs/openapi-admin.json. */\n\n";

/** Returns the types of the paths and the schemas in the document of the Admin API. */
export async function adminTypes(document: string): Promise<string> {
  const whole: unknown = JSON.parse(document);
  const { paths, ...rest } = isJsonObject(whole) ? whole : {};
  const shown = { ...rest, paths: isJsonObject(paths) ? mapMembers(paths, calledPath) : {} };
  return head + astToString(await openapiTS(JSON.stringify(shown), { immutable: true }));
}

function calledPath(path: unknown): unknown {
  return isJsonObject(path) ? mapMembers(path, calledOperation) : path;
}

/**
 * An operation without its refusals, which all have one body. Without a name, its types appear only
 * in its path, and not again in a list of operations.
 */
function calledOperation(operation: unknown): unknown {
  if (!isJsonObject(operation) || !isJsonObject(operation.responses)) {
    return operation;
  }
  const { operationId: _, responses, ...rest } = operation;
  const answers = Object.entries(responses).filter(([status]) => status.startsWith("2"));
  return { ...rest, responses: Object.fromEntries(answers) };
}
