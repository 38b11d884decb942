import { isPersonalTokenValue } from "../../core/secrets/token-value.ts";
import { answerInTime } from "../../http/client/answer-in-time.ts";
import { unreachableMessage } from "../../http/client/connection-problem.ts";
import { withoutLoopbackProxy } from "../../http/client/http-proxy.ts";
import { ApiRefusal, ApiUnreachable } from "./api-failure.ts";
import type { ApiSender } from "./api-sender.ts";

/** A server that takes this token in a header, or HTTP Basic in mountable mode. */
export interface RemoteOptions {
  /** As `readApiUrl` returns it. */
  readonly url: string;
  /** Undefined for a server without authentication. */
  readonly token: string | undefined;
  /** `USER:PASSWORD` for a server in mountable mode. */
  readonly basicAuth?: string | undefined;
  readonly userAgent: string;
}

const answerTimeoutMs = 30_000;
/** The server answers an import after it is on disk. */
const writeTimeoutMs = 120_000;
const redirectStatusMin = 300;
const redirectStatusEnd = 400;
const notModified = 304;

/**
 * Sends requests to a server over HTTP. Rejects with an ApiUnreachable if no answer arrives.
 * Redirects are refused, because the token would go to an address that the user did not give.
 */
export function remoteSender(options: RemoteOptions): ApiSender {
  const { url } = options;
  return async (path, init = {}) => {
    const isRead = init.method === undefined || init.method === "GET";
    const timeoutMs = isRead ? answerTimeoutMs : writeTimeoutMs;
    try {
      const answer = await answerInTime(timeoutMs, init.signal, (signal) =>
        fetch(`${url}${path}`, {
          ...init,
          ...withoutLoopbackProxy(url),
          headers: headersOf(options, init),
          redirect: "manual",
          // On a reused connection, fetch repeats a failed request, and the server would write
          // twice.
          keepalive: false,
          signal,
        }),
      );
      refuseRedirect(url, path, answer);
      return answer;
    } catch (error) {
      if (error instanceof ApiRefusal || init.signal?.aborted === true) {
        throw error;
      }
      throw new ApiUnreachable(unreachableMessage(url, error));
    }
  };
}

/** Whether this is a personal token, which the Admin API takes. */
export function isPersonalToken(token: string | undefined): token is string {
  return token !== undefined && isPersonalTokenValue(token);
}

function headersOf({ token, basicAuth, userAgent }: RemoteOptions, init: RequestInit): Headers {
  const headers = new Headers(init.headers);
  headers.set("accept", headers.get("accept") ?? "application/json");
  headers.set("user-agent", userAgent);
  if (isPersonalToken(token)) {
    headers.set("authorization", `Bearer ${token}`);
  } else if (token !== undefined) {
    headers.set("flipper-cloud-token", token);
  }
  if (basicAuth !== undefined) {
    headers.set("authorization", `Basic ${Buffer.from(basicAuth).toString("base64")}`);
  }
  return headers;
}

function refuseRedirect(url: string, path: string, { status, headers }: Response): void {
  if (status >= redirectStatusMin && status < redirectStatusEnd && status !== notModified) {
    const target = URL.parse(headers.get("location") ?? "", url)?.origin;
    const place = target === undefined ? "" : ` to ${target}`;
    throw new ApiRefusal({
      status,
      code: null,
      message: `${url} redirects${place}; give the address of the API itself as --url`,
      path,
    });
  }
}
