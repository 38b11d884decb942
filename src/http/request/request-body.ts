import { GatehouseError } from "../../errors.ts";
import { inflateGzip } from "./gzip-body.ts";
import { quoteInput } from "./quoted-input.ts";
import { requestInvalid } from "./request-invalid.ts";

const digits = /^\d+$/;

export type BodyLimits = {
  /** Bytes on the wire. */
  readonly bytesMax: number;
  /** Bytes after inflating; what is not compressed is held to `bytesMax` alone. */
  readonly inflatedBytesMax: number;
};

export type BodyOptions = {
  /**
   * True when the server that took the request holds the sender to its Content-Length, as Bun.serve
   * does. Reading is then several times faster; for a request of unknown origin the limit must not
   * rest on a header.
   */
  readonly lengthEnforced?: boolean;
};

export type BodyEncoding = "identity" | "gzip";

/**
 * What is left of the body after undoing its Content-Encoding, empty when there is none. Throws
 * body_too_large (413) as soon as a limit is passed, and request_invalid for an unknown or broken
 * encoding and for a body that ends early (DESIGN.md section 6).
 */
export async function readBody(
  request: Request,
  limits: BodyLimits,
  options: BodyOptions = {},
): Promise<Uint8Array> {
  const encoding = bodyEncoding(request);
  const bytes = await readRawBody(request, limits.bytesMax, options);
  return encoding === "identity" || bytes.length === 0
    ? bytes
    : inflateGzip(bytes, limits.inflatedBytesMax);
}

/** The body's one encoding; request_invalid for any other and for several at once. */
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
      throw requestInvalid(`content encoding ${quoteInput(header)} is unknown`);
  }
}

/** The body as it came, at most `bytesMax` bytes of it; errors as for `readBody`. */
export async function readRawBody(
  request: Request,
  bytesMax: number,
  options: BodyOptions = {},
): Promise<Uint8Array> {
  const declared = declaredBytes(request);
  if (declared !== undefined && declared > bytesMax) {
    throw new GatehouseError("body_too_large");
  }
  if (request.bodyUsed) {
    throw new Error("the request body was read before");
  }
  if (options.lengthEnforced !== true || declared === undefined) {
    return collect(request.body, bytesMax);
  }
  const bytes = await request.bytes().catch(refuseUnreadable);
  if (bytes.length > bytesMax) {
    throw new GatehouseError("body_too_large");
  }
  return bytes;
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

async function collect(
  body: ReadableStream<Uint8Array> | null,
  bytesMax: number,
): Promise<Uint8Array> {
  if (body === null) {
    return new Uint8Array(0);
  }
  const reader = body.getReader();
  // One buffer, not a list of chunks: a sender of one-byte chunks would make the list outgrow the body.
  let buffer = new Uint8Array(0);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(refuseUnreadable);
    if (done) {
      return length === buffer.length ? buffer : buffer.subarray(0, length);
    }
    if (!(value instanceof Uint8Array)) {
      throw requestInvalid("the body is no stream of bytes");
    }
    const needed = length + value.length;
    if (needed > bytesMax) {
      // The refusal stands, whatever the source says to being cancelled; that of a copied request
      // (a name with slashes, a short host) says nothing until the sender is done.
      reader.cancel().catch(() => undefined);
      throw new GatehouseError("body_too_large");
    }
    if (needed > buffer.length) {
      buffer = grown(buffer, length, needed, bytesMax);
    }
    buffer.set(value, length);
    length = needed;
  }
}

/** The connection broke, or the host's stream failed: the request did not arrive whole. */
function refuseUnreadable(cause: unknown): never {
  throw requestInvalid("the body could not be read to its end", cause);
}

function grown(buffer: Uint8Array, length: number, needed: number, bytesMax: number) {
  const larger = new Uint8Array(Math.min(bytesMax, Math.max(needed, buffer.length * 2)));
  larger.set(buffer.subarray(0, length));
  return larger;
}
