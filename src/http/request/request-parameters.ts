import type { Parameters } from "./parameters.ts";
import {
  bodyParameters,
  jsonDocument,
  mergeParameters,
  queryParameters,
} from "./read-parameters.ts";
import { type BodyLimits, readBody } from "./request-body.ts";
import { rawQuery } from "./request-url.ts";

/** What a body that names one thing may weigh; far more than any does (DESIGN.md section 6). */
const smallBody: BodyLimits = { bytesMax: 1024 * 1024, inflatedBytesMax: 1024 * 1024 };

/** Bun.serve holds senders to their Content-Length; through `handle` the sender is the host itself. */
const reading = { lengthEnforced: true };

/** The parameters of a GET: its query alone. */
export function queryOf(request: Request): Parameters {
  return queryParameters(rawQuery(request.url));
}

/** The parameters of a write: its body, and of the query what DESIGN.md section 6 allows. */
export async function parametersOf(request: Request): Promise<Parameters> {
  const query = queryOf(request);
  const bytes = await readBody(request, smallBody, reading);
  const body = bodyParameters(bytes, request.headers.get("content-type"));
  return mergeParameters(query, body, request.method);
}

/** The JSON document that a write is, undefined for an empty body. Its query only has to be valid. */
export async function documentOf(
  request: Request,
  limits: BodyLimits = smallBody,
): Promise<unknown> {
  queryOf(request);
  const bytes = await readBody(request, limits, reading);
  return jsonDocument(bytes, request.headers.get("content-type"));
}
