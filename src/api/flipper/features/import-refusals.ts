import { rawPath } from "../../../http/request/request-url.ts";
import type { WriteRefusal } from "../../../http/routing/error-handler.ts";
import { errorResponse } from "../../common/errors/error-response.ts";

/**
 * Writes the refusals of an API with imports at these full paths. Import refusals repeat their
 * message as `error`, the only member that `flipper cloud push` prints.
 */
export function refusalsWithImports(importPaths: readonly string[]): WriteRefusal {
  return (error, { docsUrl, headers, request }) =>
    errorResponse(error, {
      docsUrl,
      headers,
      repeatsMessage: request.method === "POST" && importPaths.includes(rawPath(request.url)),
    });
}
