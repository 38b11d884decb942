import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { GatehouseError } from "../../core/errors.ts";
import { isJsonObject } from "../../core/text/json-object.ts";
import { unreadBody } from "../../http/declared/body-schemas.ts";
import { declaredRoutes } from "../../http/declared/declared-routes.ts";
import { decodeUtf8 } from "../../http/request/decode-utf8.ts";
import { parseJson } from "../../http/request/json-document.ts";
import { readBody } from "../../http/request/request-body.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { type Api, createApi } from "../../http/routing/api.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import type { PeerAddresses } from "../../http/routing/fetch-handler.ts";
import { requireJsonType } from "../admin/read-input.ts";
import { uiRefusalOf } from "../admin/ui-errors.ts";
import { statusOf } from "../common/errors/refusal-statuses.ts";
import type { AdminCalls } from "./admin-calls.ts";
import { protocolVersions } from "./json-rpc.ts";
import type { McpServer } from "./mcp-server.ts";

export interface McpApiOptions {
  readonly context: ApiContext;
  /** The path of the route in this server, which ends in `/mcp`. */
  readonly prefix: string;
  readonly server: () => Promise<McpServer>;
  /** Throws for a page of another site. */
  readonly requireOrigin: (request: Request) => void;
  /** Throws `token_invalid` for a request without a valid token. */
  readonly requireToken: (request: Request) => void | Promise<void>;
  /** The Admin API with the token of a request. */
  readonly adminOf: (request: Request, peers: PeerAddresses | undefined) => AdminCalls;
}

const bodyBytesMax = 512 * 1024;
const unauthorized = 401;
const acceptedStatus = 202;
const versionHeader = "mcp-protocol-version";

const anyone = declaredRoutes<"anyone", null, never>({
  admit: { anyone: () => null },
  document: () => ({ hide: true }),
});

/**
 * `POST /mcp`: the transport "streamable HTTP" of the Model Context Protocol, without sessions and
 * streams (docs/mcp.md). Each request holds one message and is answered with JSON.
 */
export function mcpApi(options: McpApiOptions): Api {
  const { context, prefix, adminOf } = options;
  return createApi({
    prefix,
    context,
    namePrefixes: [],
    writeRefusal: (error, { docsUrl, headers }) =>
      uiRefusalOf(error, {
        docsUrl,
        headers:
          statusOf(error.refusal) === unauthorized
            ? { ...headers, "www-authenticate": 'Bearer realm="Gatehouse"' }
            : headers,
      }),
    guard: () => undefined,
    controllers: [
      new Elysia().use(anyone).post(
        "/",
        async ({ request, peers }) => {
          options.requireOrigin(request);
          await options.requireToken(request);
          const message = await messageIn(request);
          requireKnownVersion(request, message);
          const server = await options.server();
          const answer = await server.answer(message, adminOf(request, peers));
          return answer === null
            ? new Response(null, { status: acceptedStatus })
            : jsonResponse(JSON.stringify(answer));
        },
        { access: "anyone", body: unreadBody(Type.Unknown(), null) },
      ),
    ],
  });
}

async function messageIn(request: Request): Promise<unknown> {
  requireJsonType(request);
  const limits = { bytesMax: bodyBytesMax, inflatedBytesMax: bodyBytesMax };
  return parseJson(decodeUtf8(await readBody(request, limits, { lengthEnforced: true })));
}

/** A client that initializes may ask for another version: the answer names one that is known. */
function requireKnownVersion({ headers }: Request, message: unknown): void {
  const version = headers.get(versionHeader);
  const isInitializing = isJsonObject(message) && message.method === "initialize";
  const isKnown = version === null || protocolVersions.some((known) => known === version);
  if (!isKnown && !isInitializing) {
    throw new GatehouseError("request_invalid", {
      message: `The header MCP-Protocol-Version is not one of ${protocolVersions.join(", ")}`,
    });
  }
}
