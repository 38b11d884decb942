import http from "node:http";
import { ConfigError } from "../config/config-error.ts";
import { nextTurn } from "../event-loop/in-turns.ts";
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
  /**
   * Takes no more connections, and resolves when the requests that had arrived are answered, or
   * after 10 seconds.
   */
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
const arrivalQuietTurns = 10;
const arrivalTurnsMax = 200;
const answeredQuietPolls = 3;

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
      const pending = () => server.pendingRequests;
      const deadlineMs = performance.now() + stopTimeoutMs;
      await arrived(pending);
      const stopped = server.stop();
      await answered(pending, deadlineMs);
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

/**
 * Resolves when the connections and requests have been read that came while long work kept the
 * thread: closing the listener would reset connections that it has not accepted yet. These are read
 * in a few turns of the event loop.
 */
async function arrived(pending: () => number): Promise<void> {
  let quietTurns = 0;
  let before = pending();
  for (let turn = 0; turn < arrivalTurnsMax && quietTurns < arrivalQuietTurns; turn++) {
    await nextTurn();
    await Bun.sleep(1);
    const now = pending();
    quietTurns = now > before ? 0 : quietTurns + 1;
    before = now;
  }
}

/**
 * Resolves when no request is under way, or at the deadline. Idle connections stay open for long,
 * so they do not count. A request can be on its way from its connection to its handler, so a moment
 * without any is not the end.
 */
async function answered(pending: () => number, deadlineMs: number): Promise<void> {
  let quietPolls = 0;
  while (quietPolls < answeredQuietPolls && performance.now() < deadlineMs) {
    await Bun.sleep(stopPollMs);
    quietPolls = pending() > 0 ? 0 : quietPolls + 1;
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
