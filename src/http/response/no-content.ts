import { apiHeaders } from "./answer-headers.ts";

/** Returns an answer without a body, status 204. */
export function noContent(): Response {
  return new Response(null, { status: 204, headers: apiHeaders });
}
