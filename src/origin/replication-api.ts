import { type AnyElysia, Elysia } from "elysia";
import { GatehouseError } from "../errors.ts";
import { errorResponse } from "../flipper-api/errors/error-response.ts";
import { acceptsGzip } from "../http/request/negotiation.ts";
import { originalOf } from "../http/request/original-request.ts";
import { jsonResponse } from "../http/response/json-response.ts";
import { streamedText } from "../http/response/streamed-answer.ts";
import { type Api, createApi } from "../http/routing/api.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { synchronousHandler } from "../http/routing/synchronous-handler.ts";
import type { Replica } from "../model/replica.ts";
import type { State } from "../model/state.ts";
import { hashToken } from "../secrets/token-value.ts";
import { ChangeFeed } from "./change-feed.ts";
import { parsePlace, textOfPlace } from "./commit-place.ts";
import type { ReplicatedCommits } from "./replicated-commits.ts";
import { snapshotLines } from "./snapshot-lines.ts";

export interface ReplicationApiOptions {
  readonly context: ApiContext;
  /** The prefix of all paths, which ends in `/replication`. */
  readonly prefix: string;
  readonly commits: ReplicatedCommits;
  readonly state: () => State;
  /** The seconds since the newest commit was known to be the newest; 0 where commits are made. */
  readonly age: () => number;
  /** Further routes, such as that of the replicas' telemetry. */
  readonly controllers?: (admit: AdmitReplica) => readonly AnyElysia[];
  readonly heartbeatMs?: number | undefined;
}

/** The replica of a request; throws `token_invalid` for a request of anybody else. */
export type AdmitReplica = (request: Request) => Replica;

export interface ReplicationApi extends Api {
  /** Ends all streams, and accepts no more: a server with open streams would never stop. */
  readonly stop: () => void;
}

const valueLengthMax = 255;
const bearer = /^bearer +(?<value>\S+) *$/i;
const hidden = { detail: { hide: true } };
const lines = { "content-type": "application/x-ndjson" };

/** What replicas ask their origin for (docs/cluster.md#replicas). */
export function replicationApi(options: ReplicationApiOptions): ReplicationApi {
  const { commits, state, age } = options;
  const feed = new ChangeFeed(options);
  const admit: AdmitReplica = (request) => {
    const header = request.headers.get("authorization") ?? "";
    const value = bearer.exec(header)?.groups?.value ?? "";
    const isPossible = value !== "" && value.length <= valueLengthMax;
    const replica = isPossible ? state().replicas.get(hashToken(value)) : undefined;
    if (replica === undefined) {
      throw new GatehouseError("token_invalid");
    }
    return replica;
  };
  const api = createApi({
    prefix: options.prefix,
    context: options.context,
    namePrefixes: [],
    writeRefusal: errorResponse,
    guard: (request) => void admit(request),
    controllers: [
      new Elysia()
        .get(
          "/changes",
          synchronousHandler((request, _name, peers) => {
            const { hash } = admit(request);
            const after = parsePlace(new URL(request.url).searchParams.get("after") ?? "");
            if (after === undefined) {
              throw new GatehouseError("parameter_invalid", "after is not the place of a commit");
            }
            peers?.timeout?.(originalOf(request), 0);
            const body = feed.open(after, () => state().replicas.has(hash));
            return jsonResponse(body, { headers: lines });
          }),
          hidden,
        )
        .get(
          "/snapshot",
          synchronousHandler((request, _name, peers) => {
            admit(request);
            peers?.timeout?.(originalOf(request), 0);
            const text = streamedText(snapshotLines(commits.newest, age()));
            return acceptsGzip(request.headers.get("accept-encoding"))
              ? jsonResponse(text.pipeThrough(new CompressionStream("gzip")), {
                  headers: { ...lines, "content-encoding": "gzip" },
                })
              : jsonResponse(text, { headers: lines });
          }),
          hidden,
        )
        .get(
          "/position",
          ({ request }) => {
            admit(request);
            return jsonResponse(JSON.stringify({ place: textOfPlace(commits.newest) }));
          },
          hidden,
        ),
      ...(options.controllers?.(admit) ?? []),
    ],
  });
  return { ...api, stop: () => feed.stop() };
}
