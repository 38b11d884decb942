import { isJsonObject, type JsonObject } from "../../core/text/json-object.ts";
import { originalOf } from "../../http/request/original-request.ts";
import type { PeerAddresses } from "../../http/routing/fetch-handler.ts";
import { methodAndUrl, type RouteName } from "../admin/calls/admin-call.ts";
import { answeredEnvironmentHeader } from "../admin/contract/environment-header.ts";
import type { WebUi } from "../admin/web-ui.ts";
import type { AdminCalls, CallFailure } from "./admin-calls.ts";

export interface InProcessOptions {
  /** The Admin API of this server, and the path before `/admin/v1`. */
  readonly admin: Pick<WebUi, "fetchAdmin">;
  readonly base: string;
  readonly peers: PeerAddresses | undefined;
}

/** A cookie, or a header that only a page sends, is never passed on. */
const passedHeaders = ["authorization", "flipper-cloud-token", "x-forwarded-for", "x-request-id"];
const acceptedStatus = 202;

/** A refusal of the Admin API, or a change that became a request. */
class RefusedCall extends Error {
  override readonly name = "RefusedCall";
  readonly failure: CallFailure;

  constructor(failure: CallFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** Calls the Admin API of this server with the token of a request. */
export function inProcessCalls(request: Request, options: InProcessOptions): AdminCalls {
  const headers = new Headers();
  for (const name of passedHeaders) {
    const value = request.headers.get(name);
    if (value !== null) {
      headers.set(name, value);
    }
  }
  // The Admin API finds the address of the client by the request that arrived.
  const received = originalOf(request);
  const peers = options.peers && { requestIP: () => options.peers?.requestIP(received) ?? null };
  let environment: string | null = null;
  const send = async (name: RouteName, input: object): Promise<unknown> => {
    const { method, url } = methodAndUrl(options.base, name, input);
    const init = "body" in input ? withBody(headers, input.body) : { headers };
    const { signal } = request;
    const asked = new Request(new URL(url, request.url).href, { ...init, method, signal });
    const answer = await options.admin.fetchAdmin(asked, peers);
    environment = answer.headers.get(answeredEnvironmentHeader);
    return answeredJson(answer);
  };
  return {
    // The answer has the type of the document, which is of this version.
    call: (name, input) => send(name, input) as Promise<never>,
    environment: "-",
    project: undefined,
    answeredEnvironment: () => environment,
    failureOf: (error) => (error instanceof RefusedCall ? error.failure : undefined),
  };
}

function withBody(headers: Headers, body: unknown) {
  const sent = new Headers(headers);
  sent.set("content-type", "application/json");
  return { headers: sent, body: JSON.stringify(body) };
}

/** Rejects with a RefusedCall unless the call was answered as wanted. */
async function answeredJson(answer: Response): Promise<unknown> {
  const document: unknown = await answer.json();
  const { status } = answer;
  if (status === acceptedStatus) {
    throw new RefusedCall({
      code: null,
      message: "The change became a request",
      ...opened(document),
    });
  }
  if (answer.ok) {
    return document;
  }
  const { code, message }: JsonObject = isJsonObject(document) ? document : {};
  throw new RefusedCall({
    code: typeof code === "string" ? code : null,
    message: typeof message === "string" ? message : `The status is ${status}`,
  });
}

function opened(document: unknown): Pick<CallFailure, "request"> {
  const request = isJsonObject(document) ? document.request : undefined;
  return isJsonObject(request) &&
    typeof request.id === "number" &&
    typeof request.title === "string"
    ? { request: { id: request.id, title: request.title } }
    : {};
}
