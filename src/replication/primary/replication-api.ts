import { Type } from "@sinclair/typebox";
import { type AnyElysia, Elysia } from "elysia";
import { errorResponse } from "../../api/common/errors/error-response.ts";
import { GatehouseError } from "../../core/errors.ts";
import type { State } from "../../core/model/state.ts";
import { wire } from "../../http/declared/sent-values.ts";
import { acceptsGzip } from "../../http/request/negotiation.ts";
import { originalOf } from "../../http/request/original-request.ts";
import type { Parameters } from "../../http/request/parameters.ts";
import { jsonResponse } from "../../http/response/json-response.ts";
import { streamedText } from "../../http/response/streamed-answer.ts";
import { type Api, createApi } from "../../http/routing/api.ts";
import type { ApiContext } from "../../http/routing/api-context.ts";
import { ChangeFeed } from "./change-feed.ts";
import { parsePosition, textOfPosition } from "./commit-position.ts";
import { type ReplicaRoutes, replicaOf, replicaRoutes } from "./replica-routes.ts";
import type { ReplicatedCommits } from "./replicated-commits.ts";
import { snapshotLines } from "./snapshot-lines.ts";

export interface ReplicationApiOptions {
  readonly context: ApiContext;
  /** The prefix of all paths, which ends in `/replication`. */
  readonly prefix: string;
  readonly commits: ReplicatedCommits;
  readonly state: () => State;
  /** The seconds since the state was known to be current; 0 on a server that commits itself. */
  readonly age: () => number;
  /** Further routes, such as for the replicas' telemetry. */
  readonly controllers?: (routes: ReplicaRoutes) => readonly AnyElysia[];
  readonly heartbeatMs?: number | undefined;
}

export interface ReplicationApi extends Api {
  /** Ends all streams, and accepts no more: a server with open streams would never stop. */
  readonly stop: () => void;
}

const lines = { "content-type": "application/x-ndjson" };

/** The requests of replicas to their primary (docs/cluster.md#replicas). */
export function replicationApi(options: ReplicationApiOptions): ReplicationApi {
  const { state } = options;
  const feed = new ChangeFeed(options);
  const routes = replicaRoutes(state);
  const api = createApi({
    prefix: options.prefix,
    context: options.context,
    namePrefixes: [],
    writeRefusal: errorResponse,
    guard: (request) => void replicaOf(state(), request),
    controllers: [
      commitController(options, routes, feed),
      ...(options.controllers?.(routes) ?? []),
    ],
  });
  return { ...api, stop: () => feed.stop() };
}

function commitController(
  { commits, state, age }: ReplicationApiOptions,
  routes: ReplicaRoutes,
  feed: ChangeFeed,
) {
  return new Elysia()
    .use(routes)
    .get(
      "/changes",
      ({ request, peers, caller: { hash }, query }) => {
        peers?.timeout?.(originalOf(request), 0);
        const body = feed.open(query.after, () => state().replicas.has(hash));
        return jsonResponse(body, { headers: lines });
      },
      { access: "replica", query: Type.Object({ after: wire(Type.String(), sentPosition) }) },
    )
    .get(
      "/snapshot",
      ({ request, peers }) => {
        peers?.timeout?.(originalOf(request), 0);
        const text = streamedText(snapshotLines(commits.latest, age()));
        return acceptsGzip(request.headers.get("accept-encoding"))
          ? jsonResponse(text.pipeThrough(new CompressionStream("gzip")), {
              headers: { ...lines, "content-encoding": "gzip" },
            })
          : jsonResponse(text, { headers: lines });
      },
      { access: "replica" },
    )
    .get(
      "/position",
      () => jsonResponse(JSON.stringify({ place: textOfPosition(commits.latest) })),
      {
        access: "replica",
      },
    );
}

function sentPosition(sent: Parameters, name: string) {
  const position = parsePosition(sent.text(name) ?? "");
  if (position === undefined) {
    throw new GatehouseError("parameter_invalid", {
      message: `${name} is not the position of a commit`,
    });
  }
  return position;
}
