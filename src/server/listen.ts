import http from "node:http";
import { ConfigError } from "../config/config-error.ts";
import type { TlsTexts } from "../config/read-tls-files.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Undefined for plain HTTP. */
  readonly tls: TlsTexts | undefined;
  readonly fetch: FetchHandler;
  /**
   * The limit from a request's headers to its answer, and of an idle connection; 30 unless given.
   */
  readonly requestTimeoutSeconds?: number;
  /** The limit of request line and headers together, else Bun answers 431; 16 KiB unless given. */
  readonly headerBytesMax?: number;
}

export interface Listening {
  readonly url: string;
  /**
   * Uses another certificate for new connections; only for a server with TLS. Requests under way
   * are answered on their connections. Connections without a request are closed, also one that is
   * being opened at this moment. Throws if the texts cannot be used, and then nothing changes.
   */
  useCertificate(texts: TlsTexts): void;
  /** Accepts no more requests; resolves when those under way are answered, or after 10 seconds. */
  stop(): Promise<void>;
}

/**
 * More than any declared length, so that Bun refuses no body and every refusal is JSON: the API
 * checks the length before it reads a body, and stops reading at its limits (docs/api.md#limits).
 */
const requestBytesMax = Number.MAX_SAFE_INTEGER;
const requestTimeoutSecondsDefault = 30;
const headerBytesDefault = 16 * 1024;
const stopPollMs = 5;
const stopTimeoutMs = 10_000;

/**
 * Authenticated encryption with forward secrecy only: suites with CBC have been attacked again and
 * again. TLS 1.3 has no others, and older versions than 1.2 are never offered.
 */
const cipherSuites = [
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
].join(":");

/** Starts to listen. Throws a `ConfigError` if the address cannot be used. */
export function listen(options: ListenOptions): Listening {
  const { host, port, tls } = options;
  // Bun has one such limit for the process; its types lack the setter.
  Reflect.set(http, "maxHeaderSize", options.headerBytesMax ?? headerBytesDefault);
  const servers = new Set<HttpServer>();
  let newest = start(host, port, () =>
    tls === undefined ? serve(options, port) : serveTls(options, freePort(options), tls),
  );
  servers.add(newest);
  return {
    url: `${tls === undefined ? "http" : "https"}://${hostInUrl(host)}:${newest.port}`,
    useCertificate(texts) {
      const old = newest;
      newest = serveTls(options, old.port ?? port, texts);
      servers.add(newest);
      const forget = () => void servers.delete(old);
      old.stop().then(forget, forget);
    },
    async stop() {
      const stopped = Array.from(servers, (server) => server.stop());
      await untilNone(() => servers.values().reduce((sum, each) => sum + each.pendingRequests, 0));
      await Promise.all(Array.from(servers, (server) => server.stop(true)));
      await Promise.all(stopped);
    },
  };
}

type HttpServer = Bun.Server<undefined>;

function serve(
  { host, fetch, requestTimeoutSeconds }: ListenOptions,
  port: number,
  more: { readonly reusePort?: boolean; readonly tls?: Bun.TLSOptions } = {},
): HttpServer {
  return Bun.serve({
    hostname: host,
    port,
    fetch: (request, peers) => fetch(withAbsoluteUrl(request), peers),
    development: false,
    // Outside development mode Bun shares a port among processes, which have different data.
    reusePort: false,
    maxRequestBodySize: requestBytesMax,
    // It also ends slow requests: bytes that arrive do not restart it.
    idleTimeout: requestTimeoutSeconds ?? requestTimeoutSecondsDefault,
    ...more,
  });
}

/**
 * Bun cannot replace the certificate of a server, so a second server of this process takes over the
 * port, which must be shared for that. No other Gatehouse can share it: see `freePort`.
 */
function serveTls(options: ListenOptions, port: number, { cert, key }: TlsTexts): HttpServer {
  return serve(options, port, { reusePort: true, tls: { cert, key, ciphers: cipherSuites } });
}

/** The port to listen on. Throws if another process uses it, even if that process shares it. */
function freePort(options: ListenOptions): number {
  const claim = serve(options, options.port);
  claim.stop(true).catch(() => undefined);
  return claim.port ?? options.port;
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
