import { type HostedAccess, hostedAccess } from "../api/common/access/hosted-access.ts";
import { telemetryHeaders } from "../api/flipper/answers/interval-headers.ts";
import { submitRequest } from "../api/flipper/telemetry/submission-request.ts";
import type { EvaluationCounter } from "../api/ofrep/evaluation-counter.ts";
import type { Services } from "../app/services/services.ts";
import type { Config } from "../config/config.ts";
import { GatehouseError } from "../core/errors.ts";
import type { TokenCaller } from "../core/model/caller.ts";
import { describeError } from "../core/text/describe-error.ts";
import { Readiness } from "../http/health/readiness.ts";
import { databaseCheck, diskCheck } from "../http/health/readiness-checks.ts";
import { ClientAddresses } from "../http/limits/client-addresses.ts";
import type { Log } from "../http/log/log.ts";
import { refuseReplacedBytes } from "../http/request/request-url.ts";
import { jsonResponse } from "../http/response/json-response.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import type { EventStreams } from "../http/sse/event-streams.ts";
import { relayController } from "../replication/primary/relay-controller.ts";
import type { ReplicatedCommits } from "../replication/primary/replicated-commits.ts";
import { replicationApi } from "../replication/primary/replication-api.ts";
import type { CurrentTime } from "../replication/replica/current-time.ts";
import type { PrimaryClient } from "../replication/replica/primary-client.ts";
import type { PrimaryFollower } from "../replication/replica/primary-follower.ts";
import { type ReplicaApiOptions, replicaApi, withAge } from "../replication/replica/replica-api.ts";
import { RequestRelay } from "../replication/replica/request-relay.ts";
import type { TelemetrySpool } from "../replication/replica/spool/telemetry-spool.ts";
import type { SpooledTelemetry } from "../replication/replica/spooled-telemetry.ts";
import type { MeasuredStorage } from "../storage/measured-storage.ts";
import { minuteOf } from "../telemetry/messages/minutes.ts";
import type { ProcessUsage } from "./metrics/process-metrics.ts";
import { servedAdmission, servedApis } from "./served-api.ts";
import { type ServerFetch, serverFetch } from "./server-fetch.ts";

export interface ReplicaSiteOptions {
  readonly config: Config;
  readonly log: Log;
  readonly context: ApiContext;
  readonly services: Services;
  readonly storage: MeasuredStorage;
  readonly streams: EventStreams;
  readonly version: string;
  readonly process: ProcessUsage;
  readonly memoryBytes: () => number;
  readonly client: PrimaryClient;
  readonly commits: ReplicatedCommits;
  readonly current: CurrentTime;
  readonly follower: PrimaryFollower;
  readonly spool: TelemetrySpool;
  readonly telemetry: SpooledTelemetry;
  /** Undefined where evaluations are not counted. */
  readonly counter: EvaluationCounter | undefined;
  /** Replicas with one token for their primary accept each other's tickets. */
  readonly ticketSecret: string;
}

/** Answers all requests of a replica. */
export function replicaSite(options: ReplicaSiteOptions): {
  readonly handlers: ServerFetch;
  readonly stop: () => void;
} {
  const { config, context, services, client, commits, current, follower } = options;
  const { spool, telemetry } = options;
  const clocks = { now: Date.now, nowMs: () => performance.now(), nanoseconds: Bun.nanoseconds };
  const readiness = replicaReadiness(options);
  const shared = { ...options, ...clocks, telemetry: undefined };
  const onCaller = servedAdmission({ ...shared, tokenUse: undefined });
  const { api, ofrep } = servedApis({ ...shared, onCaller });
  const ageSeconds = () => current.ageSeconds;
  const access = hostedAccess({ state: () => services.writer.state, now: Date.now });
  const relay = new RequestRelay({
    client,
    prefix: api.prefix,
    importBytesMax: config.importBytesMax,
    callerOf: (request) => readerOf(access, request),
    reached: (position, msMax) => follower.reached(position, msMax),
  });
  const replication = replicationApi({
    context,
    prefix: `${config.basePath}/replication`,
    commits,
    state: () => services.writer.state,
    age: ageSeconds,
    controllers: (routes) => [
      relayController({ routes, count: (id, submissions) => spool.takeOver(id, submissions) }),
    ],
  });
  const headers = telemetryHeaders(config.telemetryIntervalSeconds);
  const submit = async (request: Request, arrival?: () => number): Promise<void> => {
    const sender = access.reader(request);
    refuseReplacedBytes(request.url);
    await submitRequest(telemetry, sender, request, arrival);
  };
  const submissions: ReplicaApiOptions["submissions"] = {
    "/telemetry": (request) =>
      submit(request).then(() => jsonResponse("{}", { status: 202, headers })),
    "/gatehouse/outcomes": (request) =>
      submit(request, () => minuteOf(Date.now())).then(() => jsonResponse("{}", { status: 202 })),
  };
  const clients = new ClientAddresses(config.trustedProxies);
  const addressOf: ReplicaApiOptions["addressOf"] = (request, peers) =>
    clients.of(request, peers.requestIP(request)?.address ?? "");
  const handlers = serverFetch({
    ...shared,
    apis: [
      replicaApi({ api, relay, trace: context.trace, ageSeconds, addressOf, submissions }),
      withAge(ofrep, ageSeconds),
      replication,
    ],
    readiness,
    replica: () => ({
      ageSeconds: current.ageSeconds,
      isConnected: follower.isConnected,
      spooled: spool.count,
      spooledBytes: spool.bytes,
    }),
  });
  return { handlers, stop: replication.stop };
}

/** Undefined for an unknown token. Throws the refusal for a token that may only evaluate. */
function readerOf(access: HostedAccess, request: Request): TokenCaller | undefined {
  try {
    return access.reader(request);
  } catch (error) {
    if (error instanceof GatehouseError && error.refusal === "token_invalid") {
      return undefined;
    }
    throw error;
  }
}

/** A serving replica is ready; without its primary it is degraded. */
function replicaReadiness({ config, storage, follower, log }: ReplicaSiteOptions): Readiness {
  return new Readiness({
    now: () => performance.now(),
    checks: {
      database: databaseCheck(storage),
      disk: diskCheck(config.dataDirectory),
      // Reads need no primary, so a load balancer must keep the replica.
      origin: async () => undefined,
    },
    degraded: () => (follower.isConnected ? [] : ["origin"]),
    onChange: (check, reason) =>
      reason === null
        ? log.info("ready again", { check })
        : log.error("not ready", { check, reason: describeError(reason) }),
  });
}
