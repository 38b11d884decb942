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

/** How long a client waits at most for its own change to be seen here. */
const ownChangeMsMax = 2_000;
const answerMsMax = 60_000;
const bodyBytesMax = 1024 * 1024;
/** Each holds a body of at most a mebibyte. */
const relayedMax = 64;
const importPath = /^\/(?:gatehouse\/)?import/;
/** The routes with DELETE that read a body; the others accept any, of any size. */
const readByDelete = /^\/features\/.+\/(?:groups|actors)(?:$|\?)/;
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
  async relay(request: Request, path: string): Promise<Response> {
    const isImport = importPath.test(path);
    if (this.#relayed >= relayedMax || (isImport && this.#imports > 0)) {
      throw new GatehouseError("unavailable", "Too many requests wait for the origin");
    }
    const imports = isImport ? 1 : 0;
    this.#relayed++;
    this.#imports += imports;
    try {
      return await this.#relayNow(request, path, isImport);
    } finally {
      this.#relayed--;
      this.#imports -= imports;
    }
  }

  async #relayNow(request: Request, path: string, isImport: boolean): Promise<Response> {
    const { client, importBytesMax } = this.#options;
    const { method } = request;
    const isRead = method === "GET" || method === "HEAD";
    const hasBody = !isRead && (method !== "DELETE" || readByDelete.test(path));
    const bytesMax = isImport ? importBytesMax : bodyBytesMax;
    const body =
      hasBody && (await this.#isKnownSoon(request))
        ? new Uint8Array(await readRawBody(request, bytesMax))
        : undefined;
    const answer = await answerOf(`${client.url}${originPath}${path}`, {
      method,
      headers: passedHeaders(request.headers),
      ...(body === undefined || body.length === 0 ? {} : { body }),
      redirect: "manual",
      decompress: false,
      signal: AbortSignal.timeout(answerMsMax),
    });
    if (!isRead && answer.ok) {
      await this.#untilSeen();
    }
    return new Response(answer.body, {
      status: answer.status,
      headers: passedHeaders(answer.headers),
    });
  }

  /** The body of a stranger is not received: the origin refuses the request without it. */
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
    return await fetch(url, init);
  } catch (error) {
    throw new GatehouseError("unavailable", "The origin of this replica cannot be reached", {
      cause: error,
    });
  }
}

function passedHeaders(headers: Headers): Headers {
  const passed = new Headers(headers);
  for (const name of ownHeaders) {
    passed.delete(name);
  }
  return passed;
}
