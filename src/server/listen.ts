import http from "node:http";
import { ConfigError } from "../config/config-error.ts";
import type { TlsTexts } from "../config/read-tls-files.ts";
import type { Fetch } from "../http/routing/fetch.ts";

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Undefined for plain HTTP. */
  readonly tls: TlsTexts | undefined;
  readonly fetch: Fetch;
  /** How long a request may take from its headers to its answer, and a connection be idle; 30. */
  readonly requestTimeoutSeconds?: number;
  /** Of the request line and the headers together; Bun answers what is larger with 431. 16 KiB. */
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
  // Bun has one such limit for the process, and a setter that the types do not know.
  Reflect.set(http, "maxHeaderSize", options.headerBytesMax ?? headerBytesDefault);
  const servers = new Set<HttpServer>();
  let newest = start(host, port, () =>
    tls === undefined ? serve(options, port) : serveTls(options, freePort(options), tls),
  );
  servers.add(newest);
  return {
    url: `${tls === undefined ? "http" : "https"}://${inUrl(host)}:${newest.port}`,
    useCertificate(texts) {
      const old = newest;
      newest = serveTls(options, old.port ?? port, texts);
      servers.add(newest);
      const forget = () => void servers.delete(old);
      old.stop().then(forget, forget);
    },
    async stop() {
      const stopped = Array.from(servers, (server) => server.stop());
      await answered(() => servers.values().reduce((sum, each) => sum + each.pendingRequests, 0));
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
    // Bun shares a port among processes unless it is in development; two servers are two sets of data.
    reusePort: false,
    maxRequestBodySize: requestBytesMax,
    // In spite of its name it ends slow bodies too: bytes that arrive do not prolong it.
    idleTimeout: requestTimeoutSeconds ?? requestTimeoutSecondsDefault,
    ...more,
  });
}

/**
 * Bun cannot replace the certificate of a server, so a second server takes over the port. For this
 * moment, and only within this process, the port must be shared.
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
