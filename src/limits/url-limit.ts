import { requestInvalid } from "../http/request/request-invalid.ts";
import type { Fetch } from "../http/routing/fetch.ts";
import type { Refuser } from "../http/routing/refuser.ts";

/** Refuses, before anything else is looked at, a URL that is longer than any route wants. */
export function withUrlLimit(fetch: Fetch, refuse: Refuser, urlLengthMax: number): Fetch {
  return (request, peers) =>
    request.url.length > urlLengthMax
      ? refuse(requestInvalid(`the URL is longer than ${urlLengthMax} characters`), request)
      : fetch(request, peers);
}
