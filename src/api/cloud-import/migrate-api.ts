import { Type } from "@sinclair/typebox";
import { Elysia } from "elysia";
import { unreadBody } from "../../http/declared/body-schemas.ts";
import { declaredRoutes } from "../../http/declared/declared-routes.ts";
import { type Api, createApi } from "../../http/routing/api.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import type { PeerAddresses } from "../../http/routing/fetch-handler.ts";
import { errorResponse } from "../common/errors/error-response.ts";
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
const anyone = declaredRoutes<"anyone", null, never>({
  admit: { anyone: () => null },
  document: () => ({ hide: true }),
});

/**
 * `POST /migrate`, as `flipper cloud migrate` calls it. Refusals repeat their message as `error`, the
 * only member that the client prints.
 */
export function migrateApi({ context, prefix, receiver, addressOf }: MigrateApiOptions): Api {
  return createApi({
    prefix,
    context,
    namePrefixes: [],
    writeRefusal: (error, { docsUrl, headers }) =>
      errorResponse(error, { docsUrl, headers, repeatsMessage: true }),
    guard: () => undefined,
    controllers: [
      // Not in the documents of the API, which describe what a token can do.
      new Elysia()
        .use(anyone)
        .post(
          "/migrate",
          ({ request, peers = noPeers }) => receiver.receive(request, addressOf(request, peers)),
          { access: "anyone", body: unreadBody(Type.Unknown(), null) },
        ),
    ],
  });
}
