import { GatehouseError } from "../errors.ts";
import { readRawBody } from "../http/request/request-body.ts";
import type { OriginClient } from "./origin-client.ts";

export interface RequestRelayOptions {
  readonly client: OriginClient;
  /** The path of the API at this server, such as `/toggles/adapter`. */
  readonly prefix: string;
  readonly importBytesMax: number;
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
    const isRead = request.method === "GET" || request.method === "HEAD";
    const bytesMax = isImport ? importBytesMax : bodyBytesMax;
    const body = isRead ? undefined : new Uint8Array(await readRawBody(request, bytesMax));
    const answer = await answerOf(`${client.url}${originPath}${path}`, {
      method: request.method,
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

  async #untilSeen(): Promise<void> {
    const { client, reached } = this.#options;
    try {
      await reached(await client.place(), ownChangeMsMax);
    } catch {
      // The change is kept; the replica follows when it can.
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
