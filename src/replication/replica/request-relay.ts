import { GatehouseError } from "../../core/errors.ts";
import type { TokenCaller } from "../../core/model/caller.ts";
import { withoutLoopbackProxy } from "../../http/client/http-proxy.ts";
import { withSharedBody } from "../../http/request/shared-body.ts";
import { TokenShares } from "../../http/request/token-shares.ts";
import type { PrimaryClient } from "./primary-client.ts";

export interface RequestRelayOptions {
  readonly client: PrimaryClient;
  /** The path of the API at this server, such as `/toggles/adapter`. */
  readonly prefix: string;
  readonly importBytesMax: number;
  /**
   * The caller of a request; undefined if this replica does not know its token. Throws the refusal
   * of a caller that may send nothing to the primary.
   */
  readonly callerOf: (request: Request) => TokenCaller | undefined;
  /** Resolves when this replica has a commit of the primary, or after a time. */
  readonly reached: (position: string, msMax: number) => Promise<void>;
}

/** The target and the sender of a request. */
export interface RelayedPath {
  /** The path as sent, after the prefix, with its query. */
  readonly path: string;
  /** The path as routes see it: one slash before it, none after it, and no query. */
  readonly route: string;
  /** The client's address; empty if unknown. */
  readonly address: string;
}

/** How long a client waits at most until its own change is visible here. */
const ownChangeMsMax = 2_000;
const answerMsMax = 60_000;
const bodyBytesMax = 1024 * 1024;
/** Requests that wait for the primary's response. */
const relayedMax = 64;
/** The limit of one token, so that no token stops all others. */
const relayedPerTokenMax = 32;
/** Bodies of requests other than imports, of one token. */
const otherBytesPerTokenMax = 16 * 1024 * 1024;
/** No token has this id: all tokens unknown to the replica share the limits of one token. */
const strangers = 0;
const importPath = /^\/(?:gatehouse\/|adapter\/)?import/;
/** A token may create environments without the right to change features. */
const environmentsPath = "/environments";
/** The routes with DELETE that read a body; the others accept any, of any size. */
const readByDelete = /^\/features\/.+\/(?:groups|actors)$/;
/** A small read that changes nothing; replicas relay it, so the first primary answers. */
const askedOfStranger = "/audits?per_page=1";
const unauthorized = 401;
const originPath = "/adapter";
const addressHeader = "x-forwarded-for";
/** Headers that belong to a connection; `host` and `content-length` are set again. */
const ownHeaders = [
  ...["connection", "keep-alive", "proxy-authorization", "proxy-connection", "te", "trailer"],
  ...["transfer-encoding", "upgrade", "host", "content-length"],
];

/**
 * Passes requests on to the primary, with the client's own token, and returns its responses. When a
 * client gets the response to an accepted change, the change is visible here too.
 */
export class RequestRelay {
  readonly #options: RequestRelayOptions;
  readonly #relayed = new TokenShares({
    max: relayedMax,
    perTokenMax: relayedPerTokenMax,
    refusal: "Too many requests wait for the origin",
  });
  readonly #imports = new TokenShares({
    max: 1,
    perTokenMax: 1,
    refusal: "Another import waits for the origin",
  });
  readonly #received: TokenShares;

  constructor(options: RequestRelayOptions) {
    this.#options = options;
    const perTokenMax = otherBytesPerTokenMax + options.importBytesMax;
    this.#received = new TokenShares({
      max: 2 * perTokenMax,
      perTokenMax,
      refusal: "Too many bodies are received at once",
    });
  }

  /**
   * A request takes its slot when its body is complete: a slow or endless body does not block other
   * requests to the primary. Rejects with a `GatehouseError`.
   */
  async relay(request: Request, to: RelayedPath): Promise<Response> {
    const { method } = request;
    const isRead = method === "GET" || method === "HEAD";
    const isBodyRead = !isRead && (method !== "DELETE" || readByDelete.test(to.route));
    const caller = this.#options.callerOf(request);
    if (!isBodyRead || !hasBody(request)) {
      return this.#relayed.hold(tokenIdOf(caller), () => this.#relayNow(request, to));
    }
    const known = caller ?? (await this.#callerSoon(request));
    if (known === undefined) {
      return this.#relayed.hold(strangers, () => this.#refuseStranger(request, to));
    }
    const { id: tokenId } = known.token;
    if (!mayChange(known, to)) {
      // The primary refuses this token, whatever the body is.
      return this.#relayed.hold(tokenId, () => this.#relayNow(request, to));
    }
    const isImport = importPath.test(to.route);
    if (isImport) {
      this.#imports.require(tokenId);
    }
    const bytesMax = isImport ? this.#options.importBytesMax : bodyBytesMax;
    return withSharedBody({ request, bytesMax, tokenId, received: this.#received }, (body) => {
      const relay = () => this.#relayed.hold(tokenId, () => this.#relayNow(request, to, body));
      return isImport ? this.#imports.hold(tokenId, relay) : relay();
    });
  }

  async #relayNow(
    request: Request,
    to: RelayedPath,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const { method } = request;
    const answer = await this.#ask(to.path, method, headersOf(request, to), body);
    if (method !== "GET" && method !== "HEAD" && answer.ok) {
      await this.#untilSeen();
    }
    return passed(answer);
  }

  /**
   * The body of a caller with an unknown token is not received, and without it the request could
   * have another meaning. So the replica only asks the primary whether it refuses the token: the
   * primary may know a newer one.
   */
  async #refuseStranger(request: Request, to: RelayedPath): Promise<Response> {
    const answer = await this.#ask(askedOfStranger, "GET", headersOf(request, to));
    if (answer.status === unauthorized) {
      return passed(answer);
    }
    await answer.body?.cancel();
    throw new GatehouseError("unavailable", {
      message: "This replica does not know the token yet",
    });
  }

  #ask(
    path: string,
    method: string,
    headers: Headers,
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    return answerOf(`${this.#options.client.url}${originPath}${path}`, {
      method,
      headers,
      ...(body === undefined || body.length === 0 ? {} : { body }),
      redirect: "manual",
      decompress: false,
      signal: AbortSignal.timeout(answerMsMax),
    });
  }

  async #callerSoon(request: Request): Promise<TokenCaller | undefined> {
    await this.#untilSeen();
    return this.#options.callerOf(request);
  }

  async #untilSeen(): Promise<void> {
    const { client, reached } = this.#options;
    try {
      await reached(await client.position(), ownChangeMsMax);
    } catch {
      // The replica follows when it can; a change is still committed.
    }
  }
}

async function answerOf(url: string, init: BunFetchRequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, ...withoutLoopbackProxy(url) });
  } catch (error) {
    throw new GatehouseError("unavailable", {
      message: "The origin of this replica cannot be reached",
      cause: error,
    });
  }
}

function mayChange({ token }: TokenCaller, { route }: RelayedPath): boolean {
  return (
    token.access === "read_and_write" || (token.managesEnvironments && route === environmentsPath)
  );
}

function tokenIdOf(caller: TokenCaller | undefined): number {
  return caller?.token.id ?? strangers;
}

/**
 * The headers for the primary. If it trusts the replica as a proxy, it limits requests by the
 * address that this replica saw. So a client must not be able to set another address.
 */
function headersOf(request: Request, { address }: RelayedPath): Headers {
  const headers = passedHeaders(request.headers);
  headers.delete(addressHeader);
  if (address !== "") {
    headers.set(addressHeader, address);
  }
  return headers;
}

/** Whether a body follows the headers, according to HTTP/1.1. */
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
