/** How many request ids of counted submissions are remembered (docs/decisions.md#telemetry). */
export interface RequestIdLimits {
  /** Ids of all environments together. */
  readonly idsMax: number;
  /** With many environments more than `idsMax` are stored, so that each may have this many. */
  readonly idsPerEnvironmentMin: number;
  /** Milliseconds after which an id is dropped, even if there is room. */
  readonly keptMs: number;
}

/** A PostgreSQL that holds telemetry. Its URL has a password, so it is never shown. */
export interface TelemetryDatabaseSettings {
  readonly url: string;
  /** Whether `url` goes through a pooler that gives each transaction another connection. */
  readonly isPooled?: boolean;
  /** PEM text of the authority that signed the server's certificate; with it TLS is required. */
  readonly ca?: string;
  readonly poolMax?: number;
  /** Shown in `pg_stat_activity`. */
  readonly applicationName?: string;
}

export interface WorkerSettings {
  /** Without it telemetry is in telemetry.db. */
  readonly database?: TelemetryDatabaseSettings;
  readonly requestIds: RequestIdLimits;
  /** How many milliseconds work waits for another program's lock on the database. */
  readonly lockWaitMs: number;
}

/**
 * Clients repeat a submission for some minutes. Ids are remembered for the promised hour, and some
 * minutes more: each jump of the clock may take five. A million ids take 32 MiB.
 */
export const defaultWorkerSettings: WorkerSettings = {
  requestIds: { idsMax: 1_000_000, idsPerEnvironmentMin: 1_000, keptMs: 75 * 60_000 },
  lockWaitMs: 2_000,
};
