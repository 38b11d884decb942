/** How many request ids of counted submissions are remembered (docs/decisions.md#telemetry). */
export interface RequestIdLimits {
  /** Ids of all environments together. */
  readonly idsMax: number;
  /** With many environments more than `idsMax` are kept, so that each may have this many. */
  readonly idsPerEnvironmentMin: number;
  /** Milliseconds after which an id is dropped, even if there is room. */
  readonly keptMs: number;
}

export interface WorkerSettings {
  readonly requestIds: RequestIdLimits;
  /** Milliseconds that work waits for another program's lock on the database. */
  readonly lockWaitMs: number;
}

/**
 * Clients repeat a submission for some minutes; ids are remembered for an hour, which is promised,
 * and some minutes more: each jump of the clock may take five. A million ids take 32 MiB.
 */
export const defaultWorkerSettings: WorkerSettings = {
  requestIds: { idsMax: 1_000_000, idsPerEnvironmentMin: 1_000, keptMs: 75 * 60_000 },
  lockWaitMs: 2_000,
};
