import { isOwnOrigin } from "../api/admin/own-site.ts";
import { type ReaderGuard, withNews } from "../api/admin/reader.ts";
import type { WebUi } from "../api/admin/web-ui.ts";
import { inProcessCalls } from "../api/mcp/in-process-calls.ts";
import { mcpApi } from "../api/mcp/mcp-api.ts";
import type { Config } from "../config/config.ts";
import { GatehouseError } from "../core/errors.ts";
import { lazily } from "../core/memo/lazily.ts";
import { quote } from "../core/text/quote.ts";
import type { Api } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { AllowedOrigins } from "./allowed-origins.ts";
import { publicOriginOf } from "./public-links.ts";

export interface ServedMcpOptions {
  readonly config: Config;
  readonly context: ApiContext;
  readonly ui: WebUi;
  readonly guard: ReaderGuard;
  readonly version: string;
}

/** The API of assistants at `/mcp`; none unless `--mcp` turns it on. */
export function servedMcp(options: ServedMcpOptions): readonly Api[] {
  const { config, context, ui, version } = options;
  if (config.mcp === "off") {
    return [];
  }
  const allowsWrites = config.mcp === "writes";
  // The schemas of the tools are only needed by a server that an assistant uses.
  const server = lazily(async () => {
    const { McpServer } = await import("../api/mcp/mcp-server.ts");
    return new McpServer({ version, allowsWrites });
  });
  return [
    mcpApi({
      context,
      prefix: `${config.basePath}/mcp`,
      server: () => server.get(),
      requireOrigin: originCheck(config),
      requireToken: (request) => requireToken(options.guard, request),
      adminOf: (request, peers) =>
        inProcessCalls(request, { admin: ui, base: config.basePath, peers }),
    }),
  ];
}

/** A page of another site needs `--cors-origin`, although it would also need a token. */
function originCheck(config: Config): (request: Request) => void {
  const allowed = new AllowedOrigins(config.corsOrigins);
  const publicOrigin = publicOriginOf(config);
  return (request) => {
    const origin = request.headers.get("origin");
    if (origin !== null && !allowed.has(origin) && !isOwnOrigin(request, publicOrigin)) {
      throw new GatehouseError("origin_not_allowed", {
        message: `Pages of ${quote(origin)} may not use /mcp; see --cors-origin`,
      });
    }
  };
}

/** Throws unless the request has a valid token of a person or of an environment. A cookie is no token. */
function requireToken(guard: ReaderGuard, request: Request): void | Promise<void> {
  if (guard.isProgram?.(request) !== true) {
    throw new GatehouseError("token_invalid", {
      message:
        "Assistants need a token: send a personal token, or the token of an environment, as " +
        "Authorization: Bearer",
    });
  }
  return withNews(guard, request, () => void guard.reader(request, "reader"));
}
