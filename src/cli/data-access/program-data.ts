import { existsSync } from "node:fs";
import { join } from "node:path";
import type { OpenedData } from "../../app/writer/opened-data.ts";
import { postgresSettingsOf } from "../../cluster/postgres-settings-of.ts";
import {
  databaseInstallation,
  directoryInstallation,
  type Installation,
  telemetryOnDatabase,
} from "../../cluster/server-data.ts";
import type { Config } from "../../config/config.ts";
import type { DatabaseAddress } from "../../config/database-settings.ts";
import { CopyDirectory } from "../../replication/local-copy/copy-directory.ts";
import { knownMigrations } from "../../storage/backup/known-migrations.ts";
import { openWithRetry } from "../../storage/open-with-retry.ts";
import type { StartCommitThread } from "../../storage/sqlite/commit-thread.ts";
import { refuseNewerDatabase } from "../../storage/sqlite/database/refuse-newer-database.ts";
import { lockDirectory } from "../../storage/sqlite/database/sqlite-database.ts";
import {
  openSqliteStorage,
  type WorkerStorageOptions,
} from "../../storage/sqlite/sqlite-storage.ts";
import type { OpenedStorage } from "../../storage/storage.ts";
import { startTelemetry, Telemetry } from "../../telemetry/telemetry.ts";
import type { TelemetryOptions } from "../../telemetry/telemetry-options.ts";
import { withProgress } from "../output/progress.ts";
import type { Output } from "../subcommand.ts";

export interface ProgramDataOptions {
  /** The addresses of the workers; the entry file must resolve them, because bundling moves files. */
  readonly workers: { readonly commits: URL; readonly telemetry: URL };
  /** Starts the worker of commits; from its address by default. */
  readonly startCommits?: StartCommitThread | undefined;
  readonly startProgress: Output["startProgress"];
  readonly version: string;
}

export type OpenedTelemetryOptions = Pick<
  TelemetryOptions,
  "state" | "now" | "onFault" | "onWarning" | "worker"
>;

/** Called with faults and warnings that no caller receives. */
interface OpeningReports {
  readonly onFault: (error: unknown) => void;
  readonly onWarning: (reason: string) => void;
}

/** What telemetry needs to know about opened data. */
type TelemetryFacts = Pick<Installation, "state" | "now" | "telemetry">;

interface OpeningServer extends OpeningReports {
  /** Called when the state of a data directory is loaded, while the worker of commits opens it. */
  readonly onLoaded: () => void;
}

const telemetryDatabase = "telemetry.db";

/** How long a start waits for a command that has the data directory open. */
const directoryWaitMs = 1_000;

/** Opens the data of servers and commands, and shows the progress of slow steps. */
export class ProgramData {
  readonly #options: ProgramDataOptions;

  constructor(options: ProgramDataOptions) {
    this.#options = options;
  }

  /** The data of a server. */
  async open(config: Config, opening: OpeningServer): Promise<Installation> {
    const { database } = config;
    const { onFault, onWarning } = opening;
    if (database === undefined) {
      return directoryInstallation(await this.openDirectory(config, onFault, opening.onLoaded));
    }
    // The data directory belongs to this server; two servers must not share it.
    const lock = lockDirectory(config.dataDirectory);
    const copies = new CopyDirectory(config.dataDirectory, (dataDirectory) =>
      this.openDirectory({ ...config, dataDirectory }, onFault),
    );
    const { node, poolMax, writeWaitMs } = database;
    const applicationName = `gatehouse ${node}`;
    const settings = await postgresSettingsOf(database, { applicationName });
    const { startProgress, version } = this.#options;
    const installation = await withProgress(startProgress, (step) => {
      step("opening the database");
      return databaseInstallation({
        ...{ settings, poolMax, node, version, writeWaitMs, copies, onFault, onWarning },
        onStartFromCopy: (reason) =>
          onWarning(`the database is unreachable, a copy is served: ${reason}`),
      });
    });
    const stop = async () => {
      await installation.stop();
      lock.release();
    };
    return { ...installation, stop };
  }

  /** A data directory, with commits in a worker. */
  openDirectory(
    { dataDirectory }: Config,
    onFault: (error: unknown) => void,
    onLoaded?: () => void,
  ): Promise<OpenedStorage> {
    const { workers, startProgress, startCommits } = this.#options;
    const { commits: workerUrl } = workers;
    const options = { workerUrl, startCommits, onLoaded, onFault };
    return withProgress(startProgress, (step) => {
      step("opening gatehouse.db", true);
      return openWithRetry(() => this.openOnce(dataDirectory, options), directoryWaitMs);
    });
  }

  /** A data directory, for one command unless there is a worker. */
  openOnce(directory: string, options: WorkerStorageOptions = {}): Promise<OpenedStorage> {
    return withProgress(this.#options.startProgress, (step) => {
      step("opening gatehouse.db");
      const onMigration = () => step("migrating gatehouse.db to this version", true);
      return openSqliteStorage(directory, { ...options, onMigration });
    });
  }

  /** A shared database, for one command. */
  async openDatabaseOnce(address: DatabaseAddress): Promise<OpenedData> {
    const { openDatabaseOnce } = await import("../../cluster/open-cluster.ts");
    return openDatabaseOnce(await postgresSettingsOf(address));
  }

  /**
   * The telemetry of a server, which must start it. Throws a `StorageError` if a later release has
   * migrated it: the server would have changed the other data before the start of telemetry fails.
   */
  telemetryOf(
    { dataDirectory: directory, database }: Config,
    { state, now, telemetry: worker }: TelemetryFacts,
    reports: OpeningReports,
  ): Telemetry {
    const path = join(directory, telemetryDatabase);
    if (database === undefined) {
      refuseNewerDatabase(path, knownMigrations[telemetryDatabase]);
    }
    const workerUrl = this.#options.workers.telemetry;
    const restsAtFirst = database === undefined && !existsSync(path);
    return new Telemetry({ workerUrl, directory, state, restsAtFirst, now, worker, ...reports });
  }

  startTelemetry(directory: string, options: OpenedTelemetryOptions): Promise<Telemetry> {
    const { workers, startProgress } = this.#options;
    return withProgress(startProgress, (step) => {
      step("opening the telemetry");
      return startTelemetry({ workerUrl: workers.telemetry, directory, ...options });
    });
  }

  /** The telemetry of a shared database. */
  async startDatabaseTelemetry(
    address: DatabaseAddress,
    options: OpenedTelemetryOptions,
  ): Promise<Telemetry> {
    const worker = telemetryOnDatabase(await postgresSettingsOf(address));
    return this.startTelemetry(":memory:", { ...options, worker });
  }
}
