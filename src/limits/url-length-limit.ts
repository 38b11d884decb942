import { requestInvalid } from "../http/request/request-invalid.ts";
import type { Fetch } from "../http/routing/fetch.ts";
import type { Refuser } from "../http/routing/refuser.ts";

/** Refuses a URL that is too long before any other check. */
export function withUrlLengthLimit(fetch: Fetch, refuse: Refuser, urlLengthMax: number): Fetch {
  return (request, peers) =>
    request.url.length > urlLengthMax
      ? refuse(requestInvalid(`the URL is longer than ${urlLengthMax} characters`), request)
      : fetch(request, peers);
}
