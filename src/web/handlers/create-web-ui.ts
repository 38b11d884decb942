import { originalOf } from "../../http/request/original-request.ts";
import type { PagePack } from "../../http/response/page-pack.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import type { PeerAddresses } from "../../http/routing/fetch-handler.ts";
import type { EventStreams } from "../../stream/event-streams.ts";
import { adminApi, adminApiPath } from "../admin-api.ts";
import { adminRoutes } from "../admin-routes.ts";
import type { Guard } from "../reader.ts";
import { UiApi } from "../ui-api.ts";
import { WebUi } from "../web-ui.ts";
import { adminControllers } from "./admin-controllers.ts";
import { environmentOfId, type UiDependencies } from "./ui-dependencies.ts";

export interface CreateWebUiOptions extends Omit<UiDependencies, "readOnly" | "newestEvent"> {
  readonly context: ApiContext;
  readonly streams: EventStreams;
  readonly pack: () => PagePack;
  readonly guard: Guard;
  /** The path of the UI in this server; empty for the root. */
  readonly basePath: string;
  /** The client's address; empty if unknown. */
  readonly addressOf: (request: Request, peers: PeerAddresses) => string;
}

/** The web UI with its own API, on the services of a server or of a host's process. */
export function createWebUi(options: CreateWebUiOptions): WebUi {
  const { context, streams, guard, basePath, addressOf, services, publicUrl } = options;
  const { writer } = services;
  const isHosted = options.accounts !== undefined;
  const prefix = basePath + adminApiPath;
  const shared = { guard, addressOf, trace: context.trace, prefix };
  const publicOrigin = publicUrl === undefined ? undefined : URL.parse(publicUrl)?.origin;
  const deps: UiDependencies = {
    ...options,
    readOnly: guard.readOnly,
    newestEvent: () => streams.newestId,
  };
  const addresses = new WeakMap<Request, string>();
  const routes = adminRoutes({
    guard,
    isHosted,
    now: options.now,
    prefix,
    publicOrigin,
    addressOf: (request) => addresses.get(request) ?? "",
  });
  return new WebUi({
    context,
    pack: options.pack,
    mode: isHosted ? "hosted" : "mountable",
    basePath,
    publicPath: options.publicPath,
    api: new UiApi({
      ...shared,
      streams,
      adminApi: adminApi({ context, prefix, controllers: adminControllers(deps, routes) }),
      onRequest: (request, peers) =>
        void addresses.set(originalOf(request), addressOf(request, peers)),
      environmentOf: (id) => environmentOfId(writer.state, id),
    }),
  });
}
