import type { State } from "../core/model/state.ts";
import type { WorkerSettings } from "./messages/worker-settings.ts";
import type { SubmissionQueueLimits } from "./queue-shares.ts";
import type { UploadDeadlinesOptions } from "./upload-deadlines.ts";
import type { SpawnWorker } from "./worker-thread.ts";

export interface TelemetryOptions {
  /** The address of worker/worker.ts, which the entry file must resolve: bundling moves files. */
  readonly workerUrl: URL;
  /** The data directory, which must exist; ":memory:" to store nothing on disk. */
  readonly directory: string;
  /** The committed state at the start; pass each later commit to `applyCommit`. */
  readonly state: State;
  /**
   * Whether nothing is stored. The first request that needs the worker then starts it, and a server
   * without telemetry saves the memory of a thread.
   */
  readonly restsAtFirst?: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with each error that no response to a client reports. */
  readonly onFault: (error: unknown) => void;
  /**
   * Called with a problem that an operator should check, although telemetry works. Reported as a
   * fault if missing.
   */
  readonly onWarning?: (reason: string) => void;
  readonly limits?: SubmissionQueueLimits;
  readonly uploads?: UploadDeadlinesOptions;
  readonly worker?: WorkerSettings;
  readonly spawn?: SpawnWorker;
  readonly restartMsMin?: number;
}
