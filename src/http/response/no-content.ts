import { apiHeaders } from "./answer-headers.ts";

/** Returns an answer without a body, status 204. */
export function noContent(): Response {
  return noContentWith({});
}

export function noContentWith(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 204, headers: { ...apiHeaders, ...headers } });
}
