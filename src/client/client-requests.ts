import { isLoopbackUrl } from "../core/text/loopback-url.ts";
import type { ClientOptions, ClientRuntime } from "./client-types.ts";
import { readTextParts } from "./read-text.ts";

/** The maximum time until the complete answer. */
const timeoutMs = 10_000;
/** An origin, a path or both; without a query, and without a password, which belongs in a header. */
const address = /^(https?:\/\/[^/?#@]+)?(\/[^?#]*)?$/;
const slashesAtEnd = /\/+$/;

const unknownToken =
  "does not accept the token: it is unknown, revoked or expired; gatehouse token create creates another one";
const noToken = "needs a token; gatehouse token create creates one";

/** Sends requests to one API. */
export interface ClientRequests {
  /**
   * Sends a request and returns the result of `use`. Rejects after a timeout for the whole answer;
   * `use` may extend it. Parts of the body that `use` does not read are not received.
   */
  send<Result>(
    path: string,
    init: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
    use: (response: Response, extend: (ms: number) => void) => Result | Promise<Result>,
  ): Promise<Result>;
  /** Why an answer cannot be used, with the remedy. */
  refusal(request: string, status: number): Error;
  /** Ends all requests that only read. */
  endReading(): void;
  /** Reads the body of an answer. Parts of the client that load later share it here. */
  readonly readTextParts: typeof readTextParts;
}

/**
 * Throws a `TypeError` for an invalid address of a server. Redirects are failures, because the token
 * would follow them.
 */
export function createRequests(
  { url, token, headers }: ClientOptions,
  { fetch, after }: ClientRuntime,
): ClientRequests {
  const [isUsable, origin = "", path = "/adapter"] =
    address.exec(url.replace(slashesAtEnd, "")) ?? [];
  if (!isUsable) {
    throw new TypeError("The url is not the address of a server or of its API");
  }
  const base = origin + path;
  const always = { ...headers, ...(token && { "Flipper-Cloud-Token": token }) };
  const reading = new Set<AbortController>();
  return {
    readTextParts,
    async send(path, init, use) {
      const controller = new AbortController();
      const expire = () => controller.abort(new Error("There was no answer in time"));
      let cancel = after(timeoutMs, expire);
      if (init.method === undefined) {
        reading.add(controller);
      }
      try {
        const answer = fetch(base + path, {
          ...init,
          headers: { ...always, ...init.headers },
          cache: "no-store",
          redirect: "error",
          // Bun would also use the proxy of HTTP_PROXY for servers on the same machine.
          ...(isLoopbackUrl(base) && { proxy: false }),
          signal: controller.signal,
        });
        const response = await answer.catch((error: unknown) => {
          throw controller.signal.aborted ? error : unreachable(base, error);
        });
        return await use(response, (ms) => {
          cancel();
          cancel = after(ms, expire);
        });
      } finally {
        cancel();
        reading.delete(controller);
        controller.abort();
      }
    },
    refusal: (request, status) =>
      new Error(
        status === 401
          ? `${base} ${token ? unknownToken : noToken} on the server's machine`
          : `${request} was answered with ${status}`,
      ),
    endReading() {
      for (const controller of reading) {
        controller.abort();
      }
    },
  };
}

const nothingListens = "nothing listens there; is the server running?";
const problems: Readonly<Record<string, string>> = {
  ECONNREFUSED: nothingListens,
  ConnectionRefused: nothingListens,
  ENOTFOUND: "no host has this name",
};

/** Node's own message only says that the request failed; the reason is its cause. */
function unreachable(base: string, error: unknown): Error {
  const reason = error instanceof Error ? (error.cause ?? error) : error;
  const code = reason instanceof Error && "code" in reason ? String(reason.code) : "";
  const words =
    problems[code] ?? (reason instanceof Error && reason.message ? reason.message : code);
  return new Error(`${base} cannot be reached: ${words || String(error)}`, { cause: error });
}
