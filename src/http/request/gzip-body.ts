import { gunzip, gunzipSync } from "node:zlib";
import { GatehouseError } from "../../errors.ts";
import { requestInvalid } from "./request-invalid.ts";

/** Up to this much output, inflating in place costs less than a trip to the thread pool and back. */
const inPlaceBytesMax = 1024 * 1024;

/**
 * Inflates a gzip body, in the thread pool when it may become large. Stops while inflating with
 * body_too_large when more than `inflatedBytesMax` (1 or more) comes out; request_invalid for
 * anything that is not gzip from its first byte to its last (DESIGN.md sections 4 and 6).
 */
export async function inflateGzip(
  bytes: Uint8Array,
  inflatedBytesMax: number,
): Promise<Uint8Array> {
  if (inflatedBytesMax <= inPlaceBytesMax) {
    return inflateGzipSync(bytes, inflatedBytesMax);
  }
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  gunzip(bytes, options(inflatedBytesMax), (error, inflated) =>
    error === null ? resolve(inflated) : reject(error),
  );
  const inflated = await promise.catch((error: unknown) => {
    throw refusalOf(error);
  });
  return wholeOf(inflated, bytes.length);
}

/** As `inflateGzip`, at once and on this thread. */
export function inflateGzipSync(bytes: Uint8Array, inflatedBytesMax: number): Uint8Array {
  let inflated: unknown;
  try {
    inflated = gunzipSync(bytes, options(inflatedBytesMax));
  } catch (error) {
    throw refusalOf(error);
  }
  return wholeOf(inflated, bytes.length);
}

// `info` asks for the engine beside the bytes: it knows how much of the input was gzip.
function options(maxOutputLength: number): { maxOutputLength: number; info: true } {
  return { maxOutputLength, info: true };
}

/** zlib itself passes over zero bytes after the last member: what follows the gzip is refused here. */
function wholeOf(inflated: unknown, inputBytes: number): Uint8Array {
  if (!isInflated(inflated)) {
    throw new Error("zlib gave no engine beside the inflated bytes");
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
