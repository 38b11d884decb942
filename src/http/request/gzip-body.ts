import { gunzipSync } from "node:zlib";
import { GatehouseError } from "../../core/errors.ts";
import { requestInvalid } from "./request-invalid.ts";

/**
 * Inflates a small gzip body on this thread; `inflatedChunks` inflates large ones. Throws
 * body_too_large as soon as the output exceeds `inflatedBytesMax` (1 or more). Throws request_invalid
 * unless all bytes are gzip (docs/api.md#requests).
 */
export function inflateGzipSync(bytes: Uint8Array, inflatedBytesMax: number): Uint8Array {
  let inflated: unknown;
  try {
    // With `info` zlib also returns its engine, whose `bytesWritten` is the length of the gzip
    // input.
    inflated = gunzipSync(bytes, { maxOutputLength: inflatedBytesMax, info: true });
  } catch (error) {
    throw gzipRefusal(error);
  }
  if (!isInflated(inflated)) {
    throw new Error("zlib did not return its engine with the inflated bytes");
  }
  requireNothingAfterGzip(inflated.engine.bytesWritten, bytes.length);
  return inflated.buffer;
}

/** Throws request_invalid for bytes after the last gzip member; zlib ignores them if they are zero. */
export function requireNothingAfterGzip(gzipBytes: number, inputBytes: number): void {
  if (gzipBytes !== inputBytes) {
    throw requestInvalid("bytes follow the end of the gzip body");
  }
}

function isInflated(
  value: unknown,
): value is { buffer: Uint8Array; engine: { bytesWritten: number } } {
  return (
    typeof value === "object" &&
    value !== null &&
    "buffer" in value &&
    value.buffer instanceof Uint8Array &&
    "engine" in value &&
    typeof value.engine === "object" &&
    value.engine !== null &&
    "bytesWritten" in value.engine &&
    typeof value.engine.bytesWritten === "number"
  );
}

/** Returns the refusal for an error of zlib, and any other error unchanged. */
export function gzipRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") {
    return error;
  }
  if (error.code === "ERR_BUFFER_TOO_LARGE") {
    return new GatehouseError("body_too_large", { cause: error });
  }
  return error.code.startsWith("Z_")
    ? requestInvalid("the body is not complete, valid gzip", error)
    : error;
}
