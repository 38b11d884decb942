import http from "node:http";
import { ConfigError } from "../config/config-error.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** PEM texts; undefined for plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly fetch: FetchHandler;
  /**
   * The time in which a request's body may arrive; 30 unless given. A little later Bun closes the
   * connection, if it is idle or the request is not answered.
   */
  readonly requestTimeoutSeconds?: number;
  /** The limit of request line and headers together, else Bun answers 431; 257 KiB unless given. */
  readonly headBytesMax?: number;
}

export interface Listening {
  readonly url: string;
  /** Accepts no more requests; resolves when those under way are answered, or after 10 seconds. */
  stop(): Promise<void>;
}

/**
 * More than any declared length, so that Bun refuses no body and every refusal is JSON: the API
 * checks the length before it reads a body, and stops reading at its limits (docs/api.md#limits).
 */
const requestBytesMax = Number.MAX_SAFE_INTEGER;
const requestTimeoutSecondsDefault = 30;
const answerSeconds = 5;
/** Bun accepts no more. */
const idleSecondsMax = 255;
const headBytesDefault = 257 * 1024;
const stopPollMs = 5;
const stopTimeoutMs = 10_000;

/** Starts to listen. Throws a `ConfigError` if the address cannot be used. */
export function listen(options: ListenOptions): Listening {
  const { host, port, tls, fetch } = options;
  // Bun has one such limit for the process; its types lack the setter.
  Reflect.set(http, "maxHeaderSize", options.headBytesMax ?? headBytesDefault);
  const server = start(host, port, () =>
    Bun.serve({
      hostname: host,
      port,
      fetch: (request, peers) => fetch(withAbsoluteUrl(request), peers),
      development: false,
      // Outside development mode Bun shares a port among processes, which have different data.
      reusePort: false,
      maxRequestBodySize: requestBytesMax,
      idleTimeout: idleSecondsOf(options),
      ...(tls === undefined ? {} : { tls: { cert: tls.cert, key: tls.key } }),
    }),
  );
  return {
    url: `${tls === undefined ? "http" : "https"}://${hostInUrl(host)}:${server.port}`,
    async stop() {
      const stopped = server.stop();
      await untilNone(() => server.pendingRequests);
      await server.stop(true);
      await stopped;
    },
  };
}

/**
 * Bun's timeout of idle connections also ends slow requests: bytes that arrive do not restart it.
 * It is longer than that of bodies, as those who are too slow get an answer.
 */
function idleSecondsOf({ requestTimeoutSeconds }: ListenOptions): number {
  const seconds = requestTimeoutSeconds ?? requestTimeoutSecondsDefault;
  return Math.min(idleSecondsMax, seconds + answerSeconds);
}

/** Without a valid Host header, which HTTP/1.0 does not require, Bun's `request.url` is a path. */
function withAbsoluteUrl(request: Request): Request {
  return request.url.startsWith("/")
    ? new Request(`http://localhost${request.url}`, request)
    : request;
}

/** Waits for the requests under way only, as idle connections may stay open for long. */
async function untilNone(pending: () => number): Promise<void> {
  const deadline = Date.now() + stopTimeoutMs;
  while (pending() > 0 && Date.now() < deadline) {
    await Bun.sleep(stopPollMs);
  }
}

function start<Server>(host: string, port: number, serve: () => Server): Server {
  try {
    return serve();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ConfigError(`cannot listen on ${hostInUrl(host)}:${port}: ${reason}`);
  }
}

function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
