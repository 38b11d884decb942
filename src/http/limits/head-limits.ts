import { estimateShallowMemoryUsageOf } from "bun:jsc";
import { GatehouseError } from "../../core/errors.ts";
import type { ErrorHandler } from "../routing/error-handler.ts";
import type { FetchHandler } from "../routing/fetch-handler.ts";

export interface HeadLimitOptions {
  readonly fetch: FetchHandler;
  readonly refuse: ErrorHandler;
}

/** Characters of the absolute URL. */
const urlLengthMax = 131_072;
/** Bytes of the header lines, without the request line. */
const headerBytesMax = 131_072;
/** Method, version and line breaks around the URL in the request line. */
const requestLineBytes = 256;

/**
 * The maximum size in bytes of a head within both limits. Bun refuses a longer one itself, without a
 * body. It does not know where the URL of an incomplete head ends.
 */
export const headBytesMax = urlLengthMax + headerBytesMax + requestLineBytes;

/** The estimate omits the names of usual headers, which are a small part of it. */
const estimateMax = headerBytesMax / 2;

/** Refuses a URL or headers that are too long before any other check (docs/api.md#limits). */
export function withHeadLimits({ fetch, refuse }: HeadLimitOptions): FetchHandler {
  return (request, peers) => {
    if (request.url.length > urlLengthMax) {
      const message = `The URL is longer than ${urlLengthMax} characters`;
      return refuse(new GatehouseError("uri_too_long", { message }), request);
    }
    // Adding up the headers takes a microsecond; the estimate takes a hundredth of that time.
    if (
      estimateShallowMemoryUsageOf(request.headers) > estimateMax &&
      headerBytes(request.headers) > headerBytesMax
    ) {
      const message = `The request headers are larger than ${headerBytesMax} bytes`;
      return refuse(new GatehouseError("headers_too_large", { message }), request);
    }
    return fetch(request, peers);
  };
}

/** A colon, a space and a line break. */
const bytesAroundHeader = 4;

function headerBytes(headers: Headers): number {
  let bytes = 0;
  for (const [name, value] of headers) {
    bytes += name.length + value.length + bytesAroundHeader;
  }
  return bytes;
}
