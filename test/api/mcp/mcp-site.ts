import type { Config } from "../../../src/config/config.ts";
import { RequestTrace } from "../../../src/http/routing/request-trace.ts";
import { servedMcp } from "../../../src/server/served-mcp.ts";
import { defaults } from "../../config/setting-rows.ts";
import { newToken } from "../admin/personal-token-requests.ts";
import { startUi, type UiPage, type UiServer } from "../admin/web-ui-server.ts";

export interface Called {
  readonly isError: boolean;
  /** The JSON of the answer; the text of an error. */
  readonly content: unknown;
}

/** `/mcp` of a hosted server in this process. */
export interface McpSite extends AsyncDisposable {
  readonly server: UiServer;
  readonly owner: UiPage;
  /** A personal token with the scope `write`. */
  readonly token: string;
  readonly send: (init: RequestInit) => Promise<Response>;
  /** The result of a request, or its error, in JSON-RPC. */
  readonly rpc: (method: string, params?: object, token?: string) => Promise<unknown>;
  readonly tool: (name: string, sent: object, token?: string) => Promise<Called>;
}

export const url = "http://localhost/mcp";

interface McpSiteOptions {
  readonly mcp?: Config["mcp"];
  readonly corsOrigins?: readonly string[];
  readonly hosted?: UiServer["hosted"];
}

export async function startMcp({
  mcp = "on",
  corsOrigins = [],
  hosted,
}: McpSiteOptions = {}): Promise<McpSite> {
  const server = await startUi({
    ...(hosted === undefined ? {} : { hosted }),
    ...(hosted?.telemetry === undefined ? {} : { telemetry: hosted.telemetry }),
  });
  const onFault = (error: unknown) => void server.hosted.faults.push(error);
  const [api] = servedMcp({
    ...server,
    config: { ...defaults, mcp, corsOrigins },
    context: { docsUrl: "/swagger", onFault, trace: new RequestTrace() },
    version: "1.2.3",
  });
  if (api === undefined) {
    throw new Error("there is no /mcp");
  }
  const owner = await server.page("owner");
  const ownToken = await newToken(owner, "write");
  const send: McpSite["send"] = async (init) =>
    api.fetch(new Request(url, { method: "POST", ...init }));
  const rpc: McpSite["rpc"] = async (method, params = {}, token = ownToken) => {
    const answer = await send(message(token, { jsonrpc: "2.0", id: 1, method, params }));
    const body: unknown = await answer.json();
    if (answer.status !== 200 || !isAnswer(body)) {
      throw new Error(`${method} was answered with ${answer.status}: ${JSON.stringify(body)}`);
    }
    return body.result ?? body.error;
  };
  return {
    ...{ server, owner, send, rpc },
    token: ownToken,
    async tool(name, sent, token) {
      const result = await rpc("tools/call", { name, arguments: sent }, token);
      return calledOf(result);
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A message with a token, as a client sends it. */
export function message(token: string | undefined, body: unknown): RequestInit {
  return {
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  };
}

interface RpcBody {
  readonly result?: unknown;
  readonly error?: unknown;
}

function isAnswer(body: unknown): body is RpcBody {
  return typeof body === "object" && body !== null && ("result" in body || "error" in body);
}

interface ToolResult {
  readonly content: readonly { readonly text: string }[];
  readonly isError?: boolean;
}

export function calledOf(result: unknown): Called {
  const { content, isError = false } = result as ToolResult;
  const text = content[0]?.text ?? "";
  return { isError, content: isError ? text : JSON.parse(text) };
}
