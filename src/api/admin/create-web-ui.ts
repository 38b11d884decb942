import { lazily } from "../../core/memo/lazily.ts";
import type { PagePack } from "../../http/response/page-pack.ts";
import type { EventStreams } from "../../http/sse/event-streams.ts";
import { adminApiPath } from "./admin-api.ts";
import { type LateAdminApiParts, loadAdminApi } from "./load-admin-api.ts";
import { WebUi } from "./web-ui.ts";

export interface CreateWebUiOptions extends Omit<LateAdminApiParts, "prefix" | "hasSessions"> {
  readonly streams: EventStreams;
  /** Undefined for a server without pages, which has only the Admin API. */
  readonly pack: (() => PagePack) | undefined;
  /** The path of the UI in this server; empty for the root. */
  readonly basePath: string;
}

/** The web UI with the Admin API, on the services of a server or of an application with the library. */
export function createWebUi(options: CreateWebUiOptions): WebUi {
  const { context, pack, basePath, publicPath, guard } = options;
  const isHosted = options.hostGroups === undefined;
  return new WebUi({
    ...{ context, pack, basePath, publicPath },
    mode: isHosted ? "hosted" : "mountable",
    adminApi: lazily(() =>
      loadAdminApi({
        ...options,
        prefix: basePath + adminApiPath,
        hasSessions: isHosted && pack !== undefined,
      }),
    ),
    readerOf: (request) => guard.reader(request),
  });
}
