import http from "node:http";
import { ConfigError } from "../config/config-error.ts";
import type { Fetch } from "../http/routing/fetch.ts";

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** PEM texts; undefined for plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  readonly fetch: Fetch;
  /** How long a request may take from its headers to its answer, and a connection be idle; 30. */
  readonly requestTimeoutSeconds?: number;
  /** Of the request line and the headers together; Bun answers what is larger with 431. 16 KiB. */
  readonly headerBytesMax?: number;
}

export interface Listening {
  readonly url: string;
  /** Takes no more requests and resolves when those under way are answered. */
  stop(): Promise<void>;
}

/**
 * Beyond any declared length, so that refusals are ours and in JSON (DESIGN.md section 6): we refuse
 * a body by its length before we read it, and stop reading at our limits.
 */
const requestBytesMax = Number.MAX_SAFE_INTEGER;
const requestTimeoutSecondsDefault = 30;
const headerBytesDefault = 16 * 1024;
const stopPollMs = 5;
const stopTimeoutMs = 10_000;

/** Starts to listen. Throws a `ConfigError` if the address cannot be used. */
export function listen(options: ListenOptions): Listening {
  const { host, port, tls, fetch } = options;
  // Bun has one such limit for the process, and a setter that the types do not know.
  Reflect.set(http, "maxHeaderSize", options.headerBytesMax ?? headerBytesDefault);
  const server = start(host, port, () =>
    Bun.serve({
      hostname: host,
      port,
      fetch: (request, peers) => fetch(withAbsoluteUrl(request), peers),
      development: false,
      // Bun shares a port among processes unless it is in development; two servers are two sets of data.
      reusePort: false,
      maxRequestBodySize: requestBytesMax,
      // In spite of its name it ends slow bodies too: bytes that arrive do not prolong it.
      idleTimeout: options.requestTimeoutSeconds ?? requestTimeoutSecondsDefault,
      ...(tls === undefined ? {} : { tls: { cert: tls.cert, key: tls.key } }),
    }),
  );
  return {
    url: `${tls === undefined ? "http" : "https"}://${inUrl(host)}:${server.port}`,
    async stop() {
      const stopped = server.stop();
      await answered(() => server.pendingRequests);
      await server.stop(true);
      await stopped;
    },
  };
}

/** Without a usable Host, which HTTP/1.0 does not ask for, Bun gives a path in the place of the URL. */
function withAbsoluteUrl(request: Request): Request {
  return request.url.startsWith("/")
    ? new Request(`http://localhost${request.url}`, request)
    : request;
}

/** Idle connections stay open for long, so what counts is the requests under way. */
async function answered(pending: () => number): Promise<void> {
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
    throw new ConfigError(`cannot listen on ${inUrl(host)}:${port}: ${reason}`);
  }
}

function inUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
