import { join } from "node:path";
import { hostedGroupPolicy } from "../app/commands/hosted-group-policy.ts";
import { createServices } from "../app/services/services.ts";
import { FollowedState } from "../app/writer/followed-state.ts";
import type { Config } from "../config/config.ts";
import { readPrimaryToken } from "../config/read-primary-token.ts";
import { readTlsFiles } from "../config/read-tls-files.ts";
import type { PrimaryConfig } from "../config/replica-settings.ts";
import { describeError } from "../core/text/describe-error.ts";
import type { Log } from "../http/log/log.ts";
import type { ApiContext } from "../http/routing/api-context.ts";
import { EventStreams } from "../http/sse/event-streams.ts";
import { CopyDirectory, type OpenCopy } from "../replication/local-copy/copy-directory.ts";
import { CopyStorage } from "../replication/local-copy/copy-storage.ts";
import { ReplicatedCommits } from "../replication/primary/replicated-commits.ts";
import { CurrentTime } from "../replication/replica/current-time.ts";
import { PrimaryClient } from "../replication/replica/primary-client.ts";
import { PrimaryError } from "../replication/replica/primary-error.ts";
import { PrimaryFollower } from "../replication/replica/primary-follower.ts";
import {
  copyOfPrimary,
  latestCopy,
  type ReplicaCopy,
} from "../replication/replica/replica-copy.ts";
import { ReplicaWriter } from "../replication/replica/replica-writer.ts";
import { TelemetrySpool } from "../replication/replica/spool/telemetry-spool.ts";
import { SpooledTelemetry } from "../replication/replica/spooled-telemetry.ts";
import { TelemetryRelay } from "../replication/replica/telemetry-relay.ts";
import { spoolName } from "../storage/sqlite/database/replica-directory.ts";
import { type ClosingSteps, closeMs } from "./closing-steps.ts";
import { handleHangups } from "./handle-hangups.ts";
import { nextSignal } from "./next-signal.ts";
import { openListeners } from "./open-listeners.ts";
import { replicaSite } from "./replica-site.ts";
import { evaluationCounter } from "./server-counter.ts";

export interface ServeReplicaOptions {
  readonly config: Config;
  readonly origin: PrimaryConfig;
  readonly log: Log;
  readonly closing: ClosingSteps;
  readonly context: ApiContext;
  readonly version: string;
  /** Locks a directory against other processes. */
  readonly lock: (directory: string) => { release(): void };
  readonly openCopy: OpenCopy;
  readonly print: (text: string) => void;
  readonly process: NodeJS.Process;
  readonly memoryBytes: () => number;
}

const monotonicMs = () => performance.now();
const firstRetryMs = 1_000;

/** Follows a primary and serves its data until a signal (docs/cluster.md#replicas). */
export async function serveReplica(options: ServeReplicaOptions): Promise<void> {
  const { config, origin, log, closing, context, version } = options;
  const { onFault } = context;
  const lock = options.lock(config.dataDirectory);
  closing.add("the lock", closeMs.background, async () => lock.release());
  const token = await readPrimaryToken(origin);
  const client = new PrimaryClient({ url: origin.url, token, userAgent: `gatehouse/${version}` });
  const copies = new CopyDirectory(config.dataDirectory, options.openCopy);
  const opened = await firstCopy(copies, client, log);
  const storage = new CopyStorage({ storage: opened.storage, nanoseconds: Bun.nanoseconds });
  closing.add("the copy", closeMs.storage, () => storage.close());
  const { latest, state } = opened;
  const commits = new ReplicatedCommits({ ...latest, state });
  const followed = new FollowedState({
    ...{ state, position: latest.position, onFailure: onFault },
    onApplied: (commit) => commits.add(commit),
  });
  const writer = new ReplicaWriter(followed);
  const services = createServices({
    opened: {
      ...{ storage, state, position: latest.position },
      openWriter: () => writer,
    },
    groupPolicy: hostedGroupPolicy,
    checkInputs: { now: Date.now, random: Math.random, crc32: Bun.hash.crc32 },
    onFault,
    isFollower: true,
  });
  const current = new CurrentTime(monotonicMs, copies.ageMs(Date.now()));
  const follower = new PrimaryFollower({
    ...{ client, copies, storage, opened, followed, commits, current },
    onChange: (reason) =>
      reason === null
        ? log.info("following the primary")
        : log.warn("not following the primary", { reason }),
  });
  closing.add("the follower", closeMs.writer, () => follower.stop());
  const spool = new TelemetrySpool(join(config.dataDirectory, spoolName));
  closing.add("spool.db", closeMs.storage, () => spool.close());
  const spoolRelay = new TelemetryRelay({
    spool,
    client,
    onChange: (reason) =>
      reason === null
        ? log.info("relaying telemetry")
        : log.warn("not relaying telemetry", { reason }),
  });
  closing.add("the relay of telemetry", closeMs.writer, () => spoolRelay.stop());
  const telemetry = new SpooledTelemetry(spool);
  const counter = evaluationCounter(config, telemetry, { ...context, now: Date.now });
  closing.add("the counts of evaluations", closeMs.background, async () => counter?.close());
  const streams = new EventStreams({ source: writer, now: Date.now, onFault });
  const site = replicaSite({
    ...{ config, log, context, services, storage, streams, version, process: options.process },
    memoryBytes: options.memoryBytes,
    ...{ client, commits, current, follower, spool, telemetry, counter, ticketSecret: token },
  });
  const tls = config.tls && (await readTlsFiles(config.tls));
  const { handlers } = site;
  const listening = await openListeners({ config, log, tls, handlers, nowMs: monotonicMs });
  closing.add("the listener", closeMs.requests, () => listening.stop());
  closing.add("open streams", closeMs.background, async () => {
    streams.stop();
    site.stop();
  });
  follower.start();
  spoolRelay.start();
  const hangups = await handleHangups({
    tls: config.tls,
    listening,
    log,
    signals: options.process,
  });
  closing.add("certificates", closeMs.background, () => hangups.stop());
  const signal = nextSignal(options.process);
  options.print(`listening on ${listening.url}\n`);
  log.info("started", { version, mode: "replica", address: listening.url });
  log.info("stopping", { signal: await signal });
}

/** The copy on disk, otherwise a copy of the primary: without a copy there is nothing to serve. */
async function firstCopy(
  copies: CopyDirectory,
  client: PrimaryClient,
  log: Log,
): Promise<ReplicaCopy> {
  const kept = await latestCopy(copies, (error) =>
    log.error("the copy is damaged and will be replaced", { reason: describeError(error) }),
  );
  let logged = "";
  for (;;) {
    if (kept !== undefined) {
      return kept;
    }
    try {
      return await copyOfPrimary(copies, client, new AbortController().signal);
    } catch (error) {
      if (!(error instanceof PrimaryError) || error.isRefused) {
        throw error;
      }
      if (error.message !== logged) {
        logged = error.message;
        log.warn("waiting for the primary", { reason: error.message });
      }
    }
    await Bun.sleep(firstRetryMs);
  }
}
