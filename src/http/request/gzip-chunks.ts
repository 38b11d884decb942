import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { GatehouseError } from "../../core/errors.ts";
import { gzipRefusal, requireNothingAfterGzip } from "./gzip-body.ts";

const chunkSize = 64 * 1024;

/**
 * Yields gzip chunks inflated, in the thread pool, and no faster than they are consumed. Throws
 * body_too_large as soon as the output exceeds `inflatedBytesMax`. Throws request_invalid unless all
 * bytes are gzip (docs/api.md#requests).
 */
export async function* inflatedChunks(
  chunks: AsyncIterable<Uint8Array>,
  inflatedBytesMax: number,
): AsyncGenerator<Uint8Array, void> {
  let bytesIn = 0;
  let bytesOut = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      bytesIn += chunk.length;
      yield chunk;
    }
  }
  const gunzip = createGunzip({ chunkSize });
  // This only connects the streams: reading from the second throws the errors of both.
  pipeline(Readable.from(counted()), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) {
      bytesOut += chunk.length;
      if (bytesOut > inflatedBytesMax) {
        throw new GatehouseError("body_too_large");
      }
      yield chunk;
    }
  } catch (error) {
    throw gzipRefusal(error);
  }
  requireNothingAfterGzip(gunzip.bytesWritten, bytesIn);
}
