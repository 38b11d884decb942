import { Elysia } from "elysia";
import { errorResponse } from "../flipper-api/errors/error-response.ts";
import { rawPath } from "../http/request/request-url.ts";
import { type Api, createApi } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { PeerAddresses } from "../http/routing/fetch-handler.ts";
import type { MigrationReceiver } from "./migration-receiver.ts";

export interface MigrateApiOptions {
  readonly context: ApiContext;
  /** The prefix of the route, which ends in `/api`. */
  readonly prefix: string;
  readonly receiver: MigrationReceiver;
  /** The client's address; empty if unknown. */
  readonly addressOf: (request: Request, peers: PeerAddresses) => string;
}

const noPeers: PeerAddresses = { requestIP: () => null };

/**
 * `POST /migrate`, as `flipper cloud migrate` calls it. Refusals repeat their message as `error`, the
 * only member that the client prints.
 */
export function migrateApi({ context, prefix, receiver, addressOf }: MigrateApiOptions): Api {
  const path = "/migrate";
  const api = createApi({
    prefix,
    context,
    namePrefixes: [],
    writeRefusal: (error, { docsUrl, headers }) =>
      errorResponse(error, { docsUrl, headers, repeatsMessage: true }),
    guard: () => undefined,
    controllers: [
      // Not in the documents of the API, which describe what a token can do.
      new Elysia().post(path, ({ request }) => receiver.receive(request, ""), {
        parse: "none",
        detail: { hide: true },
      }),
    ],
  });
  return {
    ...api,
    // Elysia knows no connection, and so no address.
    fetch: (request, peers = noPeers) => {
      if (request.method !== "POST" || rawPath(request.url) !== prefix + path) {
        return api.fetch(request, peers);
      }
      context.trace.route = prefix + path;
      return receiver
        .receive(request, addressOf(request, peers))
        .catch((error: unknown) => api.refuse(error, request));
    },
  };
}
