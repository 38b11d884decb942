import { gunzip, gunzipSync } from "node:zlib";
import { GatehouseError } from "../../errors.ts";
import { requestInvalid } from "./request-invalid.ts";

/** Up to this much output, inflating on this thread takes less time than handing it to the pool. */
const synchronousBytesMax = 1024 * 1024;

/**
 * Inflates a gzip body, in the thread pool when the output may become large. Throws body_too_large
 * as soon as the output exceeds `inflatedBytesMax` (1 or more), and request_invalid for anything
 * that is not gzip from its first byte to its last (docs/api.md#requests).
 */
export async function inflateGzip(
  bytes: Uint8Array,
  inflatedBytesMax: number,
): Promise<Uint8Array> {
  if (inflatedBytesMax <= synchronousBytesMax) {
    return inflateGzipSync(bytes, inflatedBytesMax);
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  gunzip(bytes, options(inflatedBytesMax), (error, inflated) =>
    error === null ? resolve(inflated) : reject(error),
  );
  const inflated = await promise.catch((error: unknown) => {
    throw refusalOf(error);
  });
  return checkedOutput(inflated, bytes.length);
}

/** As `inflateGzip`, synchronously. */
export function inflateGzipSync(bytes: Uint8Array, inflatedBytesMax: number): Uint8Array {
  let inflated: unknown;
  try {
    inflated = gunzipSync(bytes, options(inflatedBytesMax));
  } catch (error) {
    throw refusalOf(error);
  }
  return checkedOutput(inflated, bytes.length);
}

// With `info` zlib also returns its engine, whose `bytesWritten` tells how much input was gzip.
function options(maxOutputLength: number): { maxOutputLength: number; info: true } {
  return { maxOutputLength, info: true };
}

/** Refuses bytes after the last gzip member; zlib ignores them if they are zero. */
function checkedOutput(inflated: unknown, inputBytes: number): Uint8Array {
  if (!isInflated(inflated)) {
    throw new Error("zlib did not return its engine with the inflated bytes");
  }
  if (inflated.engine.bytesWritten !== inputBytes) {
    throw requestInvalid("bytes follow the end of the gzip body");
  }
  return inflated.buffer;
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

function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") {
    return error;
  }
  if (error.code === "ERR_BUFFER_TOO_LARGE") {
    return new GatehouseError("body_too_large", undefined, { cause: error });
  }
  return error.code.startsWith("Z_")
    ? requestInvalid("the body is not complete, valid gzip", error)
    : error;
}
