import { type Leadership, soleLeadership } from "../app/writer/leadership.ts";
import { LocalWriter } from "../app/writer/local-writer.ts";
import type { OpenedData } from "../app/writer/opened-data.ts";
import { ReplicatedCommits } from "../replication/primary/replicated-commits.ts";
import { MeasuredStorage } from "../storage/measured-storage.ts";
import type { PostgresSettings } from "../storage/postgres/database/postgres-connection.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import {
  defaultWorkerSettings,
  type WorkerSettings,
} from "../telemetry/messages/worker-settings.ts";
import { connectionShares } from "./connection-shares.ts";
import type { ClusterOptions } from "./open-cluster.ts";
import type { SharedDatabase } from "./shared-database.ts";

/** The opened data of a server, and the objects that depend on its location. */
export interface Installation extends OpenedData {
  readonly storage: MeasuredStorage;
  readonly now: () => number;
  /** The commits for replicas. */
  readonly commits: ReplicatedCommits;
  readonly leadership: Leadership;
  readonly telemetry: WorkerSettings;
  /** Undefined for a data directory. */
  readonly shared: SharedDatabase | undefined;
  /** Ends background work, before the storage is closed. */
  readonly stop: () => Promise<void>;
}

/** How a data directory is used, whatever its state. */
const directoryFacts = { now: Date.now, telemetry: defaultWorkerSettings };

/** A data directory that only this process uses. */
export function directoryInstallation(opened: OpenedStorage): Installation {
  const { storage, state, position, latestBatchId: batchId = "" } = opened;
  const commits = new ReplicatedCommits({ position, batchId, state });
  return {
    ...opened,
    storage: new MeasuredStorage({ storage, nanoseconds: Bun.nanoseconds }),
    commits,
    openWriter: (start) =>
      new LocalWriter({ ...start, onApplied: (commit) => commits.add(commit) }),
    ...directoryFacts,
    leadership: soleLeadership,
    shared: undefined,
    stop: async () => undefined,
  };
}

/** The worker's settings for telemetry in a database that servers share. */
export function telemetryOnDatabase({
  url,
  isPooled = false,
  ca,
  poolMax,
  applicationName = "gatehouse",
}: PostgresSettings): WorkerSettings {
  return {
    ...defaultWorkerSettings,
    database: {
      ...{ url, isPooled, applicationName },
      ...(ca === undefined ? {} : { ca }),
      ...(poolMax === undefined ? {} : { poolMax }),
    },
  };
}

export interface DatabaseInstallationOptions extends ClusterOptions {
  /** The most connections to the database. */
  readonly poolMax: number;
}

/** A database that other servers use too. */
export async function databaseInstallation({
  poolMax,
  ...options
}: DatabaseInstallationOptions): Promise<Installation> {
  const { openCluster } = await import("./open-cluster.ts");
  const shares = connectionShares(poolMax);
  const settings = { ...options.settings, poolMax: shares.storage };
  const cluster = await openCluster({ ...options, settings });
  const { node, facts, shared, clock, closeCopy, ...opened } = cluster;
  return {
    ...opened,
    now: clock.now,
    leadership: node.leadership,
    telemetry: telemetryOnDatabase({ ...settings, poolMax: shares.telemetry }),
    shared: {
      ...shared,
      node: options.node,
      facts,
      clockAheadMs: () => clock.machineAheadMs,
      foreignLockRoles: () => node.foreignLockRoles,
      isLeading: () => node.leadership.isLeading,
      start: (writer) => node.start(writer),
    },
    async stop() {
      // At once: each may need most of the time that a server has to stop.
      await Promise.all([node.stop(), closeCopy()]);
    },
  };
}
