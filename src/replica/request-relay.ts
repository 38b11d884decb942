import { withoutLoopbackProxy } from "../api-client/http-proxy.ts";
import { GatehouseError } from "../errors.ts";
import { readRawBody } from "../http/request/request-body.ts";
import type { OriginClient } from "./origin-client.ts";

export interface RequestRelayOptions {
  readonly client: OriginClient;
  /** The path of the API at this server, such as `/toggles/adapter`. */
  readonly prefix: string;
  readonly importBytesMax: number;
  /** Whether this replica knows the token of a request. */
  readonly isKnown: (request: Request) => boolean;
  /** Resolves when this replica has a commit of the origin, or after a time. */
  readonly reached: (place: string, msMax: number) => Promise<void>;
}

/** Where a request goes. */
export interface RelayedPath {
  /** The path as it was sent, after the prefix, with its query. */
  readonly path: string;
  /** The path as routes see it: one slash before it, none after it, and no query. */
  readonly route: string;
}

/** How long a client waits at most for its own change to be seen here. */
const ownChangeMsMax = 2_000;
const answerMsMax = 60_000;
const bodyBytesMax = 1024 * 1024;
/** Each holds a body of at most a mebibyte. */
const relayedMax = 64;
const importPath = /^\/(?:gatehouse\/)?import/;
/** The routes with DELETE that read a body; the others accept any, of any size. */
const readByDelete = /^\/features\/.+\/(?:groups|actors)$/;
/** A read of little that changes nothing; replicas relay it, so the first origin answers. */
const askedOfStranger = "/audits?per_page=1";
const unauthorized = 401;
const originPath = "/adapter";
/** Of a connection, not of the message; `host` and `content-length` are made anew. */
const ownHeaders = [
  ...["connection", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "host", "content-length"],
];

/**
 * Passes requests on to the origin, with the client's own token, and its answers back. A client
 * whose change was accepted finds it here, too, when it has the answer.
 */
export class RequestRelay {
  readonly #options: RequestRelayOptions;
  #relayed = 0;
  #imports = 0;

  constructor(options: RequestRelayOptions) {
    this.#options = options;
  }

  /** Rejects with a `GatehouseError`. */
  async relay(request: Request, to: RelayedPath): Promise<Response> {
    const isImport = importPath.test(to.route);
    if (this.#relayed >= relayedMax || (isImport && this.#imports > 0)) {
      throw new GatehouseError("unavailable", "Too many requests wait for the origin");
    }
    const imports = isImport ? 1 : 0;
    this.#relayed++;
    this.#imports += imports;
    try {
      return await this.#relayNow(request, to, isImport);
    } finally {
      this.#relayed--;
      this.#imports -= imports;
    }
  }

  async #relayNow(
    request: Request,
    { path, route }: RelayedPath,
    isImport: boolean,
  ): Promise<Response> {
    const { method } = request;
    const isRead = method === "GET" || method === "HEAD";
    const isBodyRead = !isRead && (method !== "DELETE" || readByDelete.test(route));
    let body: Uint8Array<ArrayBuffer> | undefined;
    if (isBodyRead && hasBody(request)) {
      if (!(await this.#isKnownSoon(request))) {
        return this.#refuseStranger(request);
      }
      const bytesMax = isImport ? this.#options.importBytesMax : bodyBytesMax;
      body = new Uint8Array(await readRawBody(request, bytesMax));
    }
    const answer = await this.#ask(path, method, request.headers, body);
    if (!isRead && answer.ok) {
      await this.#untilSeen();
    }
    return passed(answer);
  }

  /**
   * The body of a stranger is not received. Without it the request could do something else at the
   * origin, so that is asked only whether it refuses the token: it may know more than the replica.
   */
  async #refuseStranger(request: Request): Promise<Response> {
    const answer = await this.#ask(askedOfStranger, "GET", request.headers);
    if (answer.status === unauthorized) {
      return passed(answer);
    }
    await answer.body?.cancel();
    throw new GatehouseError("unavailable", "This replica does not know the token yet");
  }

  #ask(
    path: string,
    method: string,
    headers: Headers,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    return answerOf(`${this.#options.client.url}${originPath}${path}`, {
      method,
      headers: passedHeaders(headers),
      ...(body === undefined || body.length === 0 ? {} : { body }),
      redirect: "manual",
      decompress: false,
      signal: AbortSignal.timeout(answerMsMax),
    });
  }

  async #isKnownSoon(request: Request): Promise<boolean> {
    const { isKnown } = this.#options;
    if (!isKnown(request)) {
      await this.#untilSeen();
    }
    return isKnown(request);
  }

  async #untilSeen(): Promise<void> {
    const { client, reached } = this.#options;
    try {
      await reached(await client.place(), ownChangeMsMax);
    } catch {
      // The replica follows when it can; a change is kept all the same.
    }
  }
}

async function answerOf(url: string, init: BunFetchRequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, ...withoutLoopbackProxy(url) });
  } catch (error) {
    throw new GatehouseError("unavailable", "The origin of this replica cannot be reached", {
      cause: error,
    });
  }
}

/** Whether a body follows the headers, by what HTTP/1.1 says. */
function hasBody({ headers }: Request): boolean {
  return headers.has("transfer-encoding") || Number(headers.get("content-length") ?? 0) > 0;
}

function passed({ body, status, headers }: Response): Response {
  return new Response(body, { status, headers: passedHeaders(headers) });
}

function passedHeaders(headers: Headers): Headers {
  const passed = new Headers(headers);
  for (const name of ownHeaders) {
    passed.delete(name);
  }
  return passed;
}
