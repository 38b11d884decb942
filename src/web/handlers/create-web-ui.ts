import type { PagePack } from "../../http/response/page-pack.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import type { PeerAddresses } from "../../http/routing/fetch-handler.ts";
import type { EventStreams } from "../../stream/event-streams.ts";
import type { Guard } from "../reader.ts";
import { routeInputs } from "../route-inputs.ts";
import { serve } from "../serve.ts";
import { UiApi } from "../ui-api.ts";
import { uiApiPath, WebUi } from "../web-ui.ts";
import { allHandlers } from "./all-handlers.ts";
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
  const prefix = basePath + uiApiPath;
  const shared = { guard, addressOf, trace: context.trace, prefix };
  return new WebUi({
    context,
    pack: options.pack,
    mode: isHosted ? "hosted" : "mountable",
    basePath,
    publicPath: options.publicPath,
    api: new UiApi({
      ...shared,
      streams,
      environmentOf: (id) => environmentOfId(writer.state, id),
      serveApi: serve({
        ...shared,
        handlers: allHandlers({
          ...options,
          readOnly: guard.readOnly,
          newestEvent: () => streams.newestId,
        }),
        inputs: routeInputs,
        now: options.now,
        isHosted,
        publicOrigin: publicUrl === undefined ? undefined : URL.parse(publicUrl)?.origin,
      }),
    }),
  });
}
