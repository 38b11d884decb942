import { GatehouseError } from "../../core/errors.ts";
import { quote } from "../../core/text/quote.ts";
import { bodyTimeMsOf, withinBodyTime } from "./body-time.ts";
import { inflateGzipSync } from "./gzip-body.ts";
import { requestInvalid } from "./request-invalid.ts";
import { SenderWait, senderWaitMsMaxDefault } from "./sender-wait.ts";

const digits = /^\d+$/;

export type BodyLimits = {
  /** Bytes as sent. */
  readonly bytesMax: number;
  /** Bytes after inflating; applies to compressed bodies only. */
  readonly inflatedBytesMax: number;
};

type BodyOptions = {
  /**
   * Whether the HTTP server enforces Content-Length, as Bun.serve does. Reading is then several times
   * faster. For other requests the limit must not depend on a header.
   */
  readonly lengthEnforced?: boolean;
  /**
   * Called with the number of bytes of each arriving chunk; an error thrown here stops the reading.
   * Not called for a body that is read in one step.
   */
  readonly onChunk?: (bytes: number) => void;
};

export type BodyEncoding = "identity" | "gzip";

/**
 * Returns a body of a few mebibytes at most, without Content-Encoding; empty without a body.
 * `bodyChunks` reads larger ones. Throws body_too_large (413) as soon as a limit is exceeded. Throws
 * request_timeout for a body that does not arrive in time. Throws request_invalid for an unknown or
 * broken encoding and for an incomplete body (docs/api.md#requests).
 */
export async function readBody(
  request: Request,
  limits: BodyLimits,
  options: BodyOptions = {},
): Promise<Uint8Array> {
  const encoding = bodyEncoding(request);
  const bytes = await rawBody(request, limits.bytesMax, options);
  return encoding === "identity" || bytes.length === 0
    ? bytes
    : inflateGzipSync(bytes, limits.inflatedBytesMax);
}

/** Returns the encoding of the body. Throws request_invalid for an unknown one and for several. */
export function bodyEncoding(request: Request): BodyEncoding {
  const header = request.headers.get("content-encoding");
  if (header === null) {
    return "identity";
  }
  switch (header.trim().toLowerCase()) {
    case "":
    case "identity":
      return "identity";
    case "gzip":
    case "x-gzip":
      return "gzip";
    default:
      throw requestInvalid(`content encoding ${quote(header)} is unknown`);
  }
}

/**
 * Returns the body as sent, at most `bytesMax` bytes. Throws as `readBody` does, and request_timeout
 * if it does not arrive in time.
 */
export async function readRawBody(
  request: Request,
  bytesMax: number,
  options: BodyOptions = {},
): Promise<Uint8Array> {
  return rawBody(request, bytesMax, options);
}

/** As `readRawBody`, but may throw synchronously, which avoids one promise. */
function rawBody(request: Request, bytesMax: number, options: BodyOptions): Promise<Uint8Array> {
  const declared = checkedLength(request, bytesMax);
  return options.lengthEnforced !== true || declared === undefined
    ? readStream(request, bytesMax, options.onChunk)
    : readAtOnce(request, bytesMax);
}

function readAtOnce(request: Request, bytesMax: number): Promise<Uint8Array> {
  const arrived = request.bytes().then((bytes) => {
    if (bytes.length > bytesMax) {
      throw new GatehouseError("body_too_large");
    }
    return bytes;
  }, refuseUnreadable);
  return withinBodyTime(request, arrived);
}

/**
 * Returns the Content-Length of an unread body. Throws body_too_large for more than `bytesMax`, and
 * request_invalid if it is not a number.
 */
export function checkedLength(request: Request, bytesMax: number): number | undefined {
  const declared = declaredBytes(request);
  if (declared !== undefined && declared > bytesMax) {
    throw new GatehouseError("body_too_large");
  }
  if (request.bodyUsed) {
    throw new Error("the request body was read before");
  }
  return declared;
}

function declaredBytes(request: Request): number | undefined {
  const header = request.headers.get("content-length");
  if (header === null) {
    return undefined;
  }
  if (!digits.test(header)) {
    throw requestInvalid("Content-Length is not a number");
  }
  return Number(header);
}

async function readStream(
  request: Request,
  bytesMax: number,
  onChunk: (bytes: number) => void = () => undefined,
): Promise<Uint8Array> {
  // One buffer, because a list of one-byte chunks would take far more memory than the body.
  let buffer = new Uint8Array(0);
  let length = 0;
  for await (const chunk of streamChunks(request, bytesMax)) {
    onChunk(chunk.length);
    const needed = length + chunk.length;
    if (needed > buffer.length) {
      buffer = largerBuffer(buffer, length, needed, bytesMax);
    }
    buffer.set(chunk, length);
    length = needed;
  }
  return length === buffer.length ? buffer : buffer.subarray(0, length);
}

/**
 * Yields the chunks of a body as sent, at most `bytesMax` bytes. A consumer that stops early cancels
 * the body. Throws as `readBody` does; the time in which the consumer works does not count.
 */
export async function* streamChunks(
  request: Request,
  bytesMax: number,
): AsyncGenerator<Uint8Array, void> {
  if (request.body === null) {
    return;
  }
  const reader = request.body.getReader();
  const wait = new SenderWait(bodyTimeMsOf(request) ?? senderWaitMsMaxDefault);
  let length = 0;
  let isRead = false;
  try {
    for (;;) {
      const { done, value } = await wait.for(reader.read().catch(refuseUnreadable));
      if (done) {
        isRead = true;
        return;
      }
      if (!(value instanceof Uint8Array)) {
        throw requestInvalid("the body is not a stream of bytes");
      }
      length += value.length;
      if (length > bytesMax) {
        throw new GatehouseError("body_too_large");
      }
      yield value;
    }
  } finally {
    if (!isRead) {
      // Not awaited: a copied request has a name with slashes or a short host. Its stream settles the
      // cancellation only after the sender has finished. Its errors have no effect here.
      reader.cancel().catch(() => undefined);
    }
  }
}

/** The connection broke, or the application's stream failed, before the whole body arrived. */
function refuseUnreadable(cause: unknown): never {
  throw requestInvalid("the body could not be read to its end", cause);
}

function largerBuffer(buffer: Uint8Array, length: number, needed: number, bytesMax: number) {
  const larger = new Uint8Array(Math.min(bytesMax, Math.max(needed, buffer.length * 2)));
  larger.set(buffer.subarray(0, length));
  return larger;
}
