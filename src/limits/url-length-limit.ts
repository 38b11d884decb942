import { requestInvalid } from "../http/request/request-invalid.ts";
import type { ErrorHandler } from "../http/routing/error-handler.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";

/** Refuses a URL that is too long before any other check. */
export function withUrlLengthLimit(
  fetch: FetchHandler,
  refuse: ErrorHandler,
  urlLengthMax: number,
): FetchHandler {
  return (request, peers) =>
    request.url.length > urlLengthMax
      ? refuse(requestInvalid(`the URL is longer than ${urlLengthMax} characters`), request)
      : fetch(request, peers);
}
