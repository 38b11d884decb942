import { WebUi } from "../../src/api/admin/web-ui.ts";
import { ClientActivity } from "../../src/api/common/clients/client-activity.ts";
import { lazily } from "../../src/core/memo/lazily.ts";
import type { FetchHandler } from "../../src/http/routing/fetch-handler.ts";
import { RequestTrace } from "../../src/http/routing/request-trace.ts";
import { callerAdmission } from "../../src/server/caller-admission.ts";
import { serverFetch } from "../../src/server/server-fetch.ts";
import { serverReadiness } from "../../src/server/server-readiness.ts";
import { MeasuredStorage } from "../../src/storage/measured-storage.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { HostedClient } from "../helpers/hosted-client.ts";
import { docsUrl, type HostedServer, hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { loadConfig } from "../helpers/load-config.ts";
import type { Service } from "../helpers/service.ts";
import { testedAdminApi, testedOwnerApi } from "../helpers/tested-admin-api.ts";
import { entriesOf, loggedLines } from "../http/log/logged-lines.ts";

/** The time of the clock of clients at its start. */
export const startedAt = 1_800_000_000_000;

interface PipelineServerOptions {
  /** Flags of the command line. */
  readonly flags?: readonly string[];
  readonly dataDirectory?: string;
  readonly opened?: OpenedStorage;
  readonly telemetry?: Parameters<typeof serverFetch>[0]["telemetry"];
}

/** A hosted server in this process with its request pipeline, metrics, logs and readiness. */
export interface PipelineServer {
  readonly fetch: FetchHandler;
  /** Answers at the address for metrics. */
  readonly metricsFetch: FetchHandler;
  readonly hosted: HostedServer;
  /** Calls the Admin API as a user who can open the data. */
  readonly asOwner: (method: string, path: string) => Promise<unknown>;
  /** Sends a request through the pipeline; `path` is a full path such as `/metrics`. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** A client of the API through the pipeline, with a token that has all permissions. */
  readonly manager: HostedClient;
  /** The client address of requests. */
  client: string;
  readonly clock: { ms: number };
  /** The log entries, without times. */
  logged(): Record<string, unknown>[];
  stop(): Promise<void>;
}

export async function startPipelineServer(
  options: PipelineServerOptions = {},
): Promise<PipelineServer> {
  const { lines, log } = loggedLines({ level: "info" });
  const clock = { ms: 0 };
  const faults: unknown[] = [];
  const config = loadConfig(["--data", options.dataDirectory ?? ".", ...(options.flags ?? [])], {});
  const nanoseconds = () => clock.ms * 1_000_000;
  const context = {
    docsUrl,
    onFault: (error: unknown) => void faults.push(error),
    trace: new RequestTrace(),
  };
  const opened = options.opened ?? (await openSqliteStorage(":memory:"));
  const storage = new MeasuredStorage({ storage: opened.storage, nanoseconds });
  const { tokenRate, pollIntervalSeconds } = config;
  const hosted = await startHosted({
    opened: { ...opened, storage },
    watch: {
      trace: context.trace,
      onCaller: callerAdmission({ trace: context.trace, tokenRate, nowMs: () => clock.ms }),
    },
    ...(pollIntervalSeconds === undefined ? {} : { pollIntervalSeconds }),
  });
  const clients = new ClientActivity({
    state: () => hosted.deployment.writer.state,
    now: () => startedAt + clock.ms,
    apiPrefix: hosted.deployment.api.prefix,
    ofrepPrefix: hosted.deployment.ofrep.prefix,
  });
  const admin = { services: hosted.deployment, clients, onFault: context.onFault };
  const adminApi = testedAdminApi(admin);
  const ownerApi = testedOwnerApi(admin);
  const shared = { config, log, storage, telemetry: options.telemetry, nanoseconds };
  const ui = new WebUi({
    ...{ context, adminApi: lazily(async () => adminApi), pack: undefined, mode: "hosted" },
    ...{ basePath: "", publicPath: "", readerOf: () => ({ role: null }) },
  });
  await ui.adminApi();
  const { fetch, metricsFetch } = serverFetch({
    ...shared,
    context,
    services: hosted.deployment,
    clients,
    streams: hosted.deployment.streams,
    readiness: serverReadiness(shared),
    apis: [hosted.deployment.api, hosted.deployment.ofrep],
    ui,
    version: "1.2.3",
    process,
    now: Date.now,
  });
  const service: Service = {
    send: (path, init) => server.send(hostedPrefix + path, init),
    stop: () => server.stop(),
  };
  const server: PipelineServer = {
    fetch,
    metricsFetch,
    hosted,
    client: "192.0.2.1",
    clock,
    async asOwner(method, path) {
      const request = new Request(`http://localhost/admin/v1${path}`, { method });
      return JSON.parse(await (await ownerApi(request)).text());
    },
    manager: new HostedClient(() => service, hosted.managerToken),
    send: async (path, init) =>
      fetch(new Request(`http://localhost${path}`, init), {
        requestIP: () => ({ address: server.client }),
      }),
    logged: () => entriesOf(lines),
    async stop() {
      await hosted.stop();
      if (faults.length > 0) {
        throw new AggregateError(faults, "the server had faults");
      }
    },
  };
  return server;
}
