import type { Parameters } from "./parameters.ts";
import { mergeParameters, parseBody, parseJsonBody, parseQuery } from "./parse-parameters.ts";
import { type BodyLimits, readBody } from "./request-body.ts";
import { rawQuery } from "./request-url.ts";

/** The limits of a body, except those of an import (docs/api.md#limits). */
const smallBody: BodyLimits = { bytesMax: 1024 * 1024, inflatedBytesMax: 1024 * 1024 };

/** Bun.serve enforces Content-Length. Requests to `handle` come from the application itself. */
const readOptions = { lengthEnforced: true };

/** Returns the parameters of a GET, which are in its query. */
export function queryOf(request: Request): Parameters {
  return parseQuery(rawQuery(request.url));
}

/**
 * Returns the parameters of a write: its body, and `queryNames` of its query; for DELETE its whole
 * query (docs/api.md#requests).
 */
export async function parametersOf(
  request: Request,
  queryNames: readonly string[] = [],
): Promise<Parameters> {
  const query = queryOf(request);
  const bytes = await readBody(request, smallBody, readOptions);
  const body = parseBody(bytes, request.headers.get("content-type"));
  return mergeParameters(query, body, { method: request.method, queryNames });
}

/** Returns the JSON document in a body; undefined for an empty body. Also checks the query. */
export async function documentOf(request: Request): Promise<unknown> {
  queryOf(request);
  const bytes = await readBody(request, smallBody, readOptions);
  return parseJsonBody(bytes, request.headers.get("content-type"));
}
