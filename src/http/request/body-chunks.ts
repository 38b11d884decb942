import { inflatedChunks } from "./gzip-chunks.ts";
import { requireJson } from "./media-type.ts";
import { type BodyLimits, bodyEncoding, checkedLength, streamChunks } from "./request-body.ts";
import { isBlank } from "./white-space.ts";

/**
 * Yields the chunks of a large body as they arrive, without Content-Encoding. The body is never
 * complete in memory. Throws as `readBody` does. A consumer that stops early cancels the body.
 */
export async function* bodyChunks(
  request: Request,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array, void> {
  const encoding = bodyEncoding(request);
  checkedLength(request, limits.bytesMax);
  const sent = streamChunks(request, limits.bytesMax);
  yield* encoding === "identity" ? sent : inflatedChunks(sent, limits.inflatedBytesMax);
}

/**
 * Yields the chunks of a body that is one JSON document, as `bodyChunks` does. Throws
 * media_type_unsupported before the first chunk of a body of another type that is not blank.
 */
export async function* jsonBodyChunks(
  request: Request,
  limits: BodyLimits,
): AsyncGenerator<Uint8Array, void> {
  let isStarted = false;
  for await (const chunk of bodyChunks(request, limits)) {
    if (!isStarted && !isBlank(chunk)) {
      requireJson(request.headers.get("content-type"));
      isStarted = true;
    }
    yield chunk;
  }
}
