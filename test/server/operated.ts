import type { Fetch } from "../../src/http/routing/fetch.ts";
import { Trace } from "../../src/http/routing/trace.ts";
import { MeasuredStorage } from "../../src/metrics/measured-storage.ts";
import { callerAdmission } from "../../src/server/admit-caller.ts";
import { type MonitoredTelemetry, serverFetch } from "../../src/server/server-fetch.ts";
import { openSqliteStorage } from "../../src/storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../src/storage/storage.ts";
import { HostedClient } from "../helpers/hosted-client.ts";
import { docsUrl, type HostedServer, hostedPrefix, startHosted } from "../helpers/hosted-server.ts";
import { loadConfig } from "../helpers/load-config.ts";
import type { Service } from "../helpers/service.ts";
import { entriesOf, loggedLines } from "../log/logged-lines.ts";

export interface OperatedOptions {
  /** As on the command line. */
  readonly flags?: readonly string[];
  readonly opened?: OpenedStorage;
  readonly telemetry?: MonitoredTelemetry;
}

/** A hosted server with all that stands before and beside its API, in this process. */
export interface Operated {
  readonly fetch: Fetch;
  readonly hosted: HostedServer;
  /** Asks through the front door; paths are whole ones, such as `/metrics`. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** A client of the API through the front door, with a token that may do everything. */
  readonly manager: HostedClient;
  /** The address that requests come from. */
  client: string;
  readonly clock: { ms: number };
  /** What was logged, without times. */
  logged(): Record<string, unknown>[];
  stop(): Promise<void>;
}

export async function startOperated(options: OperatedOptions = {}): Promise<Operated> {
  const { lines, log } = loggedLines({ level: "info" });
  const clock = { ms: 0 };
  const faults: unknown[] = [];
  const config = loadConfig(["--data", ".", ...(options.flags ?? [])], {});
  const nanoseconds = () => clock.ms * 1_000_000;
  const context = {
    docsUrl,
    onFault: (error: unknown) => void faults.push(error),
    trace: new Trace(),
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
  const fetch = serverFetch({
    config,
    log,
    context,
    services: hosted.deployment,
    storage,
    telemetry: options.telemetry,
    apis: [hosted.deployment.api],
    version: "1.2.3",
    process,
    now: Date.now,
    nanoseconds,
  });
  const service: Service = {
    send: (path, init) => operated.send(hostedPrefix + path, init),
    stop: () => operated.stop(),
  };
  const operated: Operated = {
    fetch,
    hosted,
    client: "192.0.2.1",
    clock,
    manager: new HostedClient(() => service, hosted.managerToken),
    send: async (path, init) =>
      fetch(new Request(`http://localhost${path}`, init), {
        requestIP: () => ({ address: operated.client }),
      }),
    logged: () => entriesOf(lines),
    async stop() {
      await hosted.stop();
      if (faults.length > 0) {
        throw new AggregateError(faults, "the server met faults of its own");
      }
    },
  };
  return operated;
}
