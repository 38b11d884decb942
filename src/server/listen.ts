import http from "node:http";
import { isIP } from "node:net";
import { ConfigError } from "../config/config-error.ts";
import type { TlsTexts } from "../config/read-tls-files.ts";
import { headBytesMax } from "../http/limits/head-limits.ts";
import { copyOf } from "../http/request/original-request.ts";
import type { FetchHandler } from "../http/routing/fetch-handler.ts";
import { peersOfOriginals } from "../http/routing/single-slashes.ts";
import { requestsAnswered, requestsArrived } from "./open-requests.ts";

export interface ListenOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** Whether other processes with the same data may listen on the same port. */
  readonly sharesPort?: boolean;
  /** Undefined for plain HTTP. */
  readonly tls: TlsTexts | undefined;
  readonly fetch: FetchHandler;
  /**
   * The time in which a request's body must arrive; 30 unless given. Shortly after, Bun closes the
   * connection if it is idle or the request has no answer.
   */
  readonly requestTimeoutSeconds?: number;
}

export interface Listening {
  readonly url: string;
  /**
   * Uses another certificate for new connections; only for a server with TLS. Running requests are
   * answered on their connections. Connections without a request are closed, even one that is just
   * being opened. If the texts cannot be used, it throws and changes nothing.
   */
  useCertificate(texts: TlsTexts): void;
  /**
   * Accepts no new connections. Resolves when all received requests are answered, or after 10
   * seconds.
   */
  stop(): Promise<void>;
}

/**
 * More than any declared length, so that Bun refuses no body and every refusal is JSON. The API
 * checks the length before it reads a body, and stops reading at its limits (docs/api.md#limits).
 */
const requestBytesMax = Number.MAX_SAFE_INTEGER;
const requestTimeoutSecondsDefault = 30;
const answerSeconds = 5;
const idleSecondsMax = 255;
const stopTimeoutMs = 10_000;

/**
 * Authenticated encryption with forward secrecy only, because suites with CBC have been attacked
 * repeatedly. TLS 1.3 has no other suites, and versions before 1.2 are never offered.
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
  Reflect.set(http, "maxHeaderSize", headBytesMax);
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
      const pending = () =>
        servers.values().reduce((sum, { pendingRequests }) => sum + pendingRequests, 0);
      const deadlineMs = performance.now() + stopTimeoutMs;
      await requestsArrived(pending);
      const stopped = Array.from(servers, (server) => server.stop());
      await requestsAnswered(pending, deadlineMs);
      await Promise.all(Array.from(servers, (server) => server.stop(true)));
      await Promise.all(stopped);
    },
  };
}

type HttpServer = Bun.Server<undefined>;

function serve(
  options: ListenOptions,
  port: number,
  more: { readonly reusePort?: boolean; readonly tls?: Bun.TLSOptions } = {},
): HttpServer {
  const { host, fetch } = options;
  return Bun.serve({
    hostname: host,
    port,
    fetch: withAbsoluteUrls(fetch),
    development: false,
    // Outside development mode, Bun shares a port among processes, which may have different data.
    reusePort: options.sharesPort ?? false,
    maxRequestBodySize: requestBytesMax,
    idleTimeout: idleSecondsOf(options),
    ...more,
  });
}

/**
 * Bun cannot replace the certificate of a server, so a second server of this process takes over the
 * port. The port must be shared for this; `freePort` keeps other Gatehouse processes out.
 */
function serveTls(options: ListenOptions, port: number, { cert, key }: TlsTexts): HttpServer {
  return serve(options, port, { reusePort: true, tls: { cert, key, ciphers: cipherSuites } });
}

/** The port to listen on. Throws if another process uses it, even if that process shares it. */
function freePort(options: ListenOptions): number {
  if (options.sharesPort === true && options.port !== 0) {
    return options.port;
  }
  const claim = serve(options, options.port);
  claim.stop(true).catch(() => undefined);
  return claim.port ?? options.port;
}

/**
 * Bun's timeout of idle connections also ends slow requests, because arriving bytes do not restart
 * it. It is longer than the timeout of bodies, so that slow clients get an answer.
 */
function idleSecondsOf({ requestTimeoutSeconds }: ListenOptions): number {
  const seconds = requestTimeoutSeconds ?? requestTimeoutSecondsDefault;
  return Math.min(idleSecondsMax, seconds + answerSeconds);
}

/** Bun's `request.url` is only a path without a valid Host header, which HTTP/1.0 does not require. */
function withAbsoluteUrls(fetch: FetchHandler): FetchHandler {
  return (request, peers) => {
    if (!request.url.startsWith("/")) {
      return fetch(request, peers);
    }
    const copy = copyOf(request, new Request(`http://localhost${request.url}`, request));
    return fetch(copy, peersOfOriginals(peers));
  };
}

function start<Server>(host: string, port: number, serve: () => Server): Server {
  try {
    return serve();
  } catch (error) {
    throw new ConfigError(
      `cannot listen on ${hostInUrl(host)}:${port}: ${listenProblem(host, error)}`,
    );
  }
}

const noInterface = "no network interface of this machine has this address";

/** For a host name, Bun reports the code of an earlier error. */
function listenProblem(host: string, error: unknown): string {
  if (isIP(host) === 0 && host !== "localhost") {
    return `the port is in use, or ${noInterface}`;
  }
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return "the port is in use";
    case "EADDRNOTAVAIL":
      return noInterface;
    case "EACCES":
      return "this user may not use the port; take one from 1024 on";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

function hostInUrl(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
