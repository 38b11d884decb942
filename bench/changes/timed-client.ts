import { BenchmarkError } from "../benchmark-error.ts";
import { apiPrefix, authorized, type Gatehouse } from "../gatehouse.ts";

export interface TimedRequest {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Form-encoded. */
  readonly body?: string;
}

export interface TimedAnswer {
  /** From the request to the last byte of the answer. */
  readonly ms: number;
  /** As they were sent: gzip is not inflated. */
  readonly bytes: Uint8Array;
}

/** Sends a request on a connection that stays open. Throws unless the status is 200, 201 or 204. */
export async function timed(
  gatehouse: Gatehouse,
  { path, headers, body, method = "GET" }: TimedRequest,
): Promise<TimedAnswer> {
  const type = body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
  const startedMs = performance.now();
  const response = await fetch(gatehouse.origin + apiPrefix + path, {
    method,
    headers: { ...authorized, "accept-encoding": "identity", ...type, ...headers },
    ...(body === undefined ? {} : { body }),
    decompress: false,
  });
  const bytes = await response.bytes();
  const ms = performance.now() - startedMs;
  if (![200, 201, 204].includes(response.status)) {
    const text = new TextDecoder().decode(bytes.subarray(0, 300));
    throw new BenchmarkError(`${method} ${path} was answered ${response.status}: ${text}`);
  }
  return { ms, bytes };
}
