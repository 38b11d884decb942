import { GatehouseError } from "../core/errors.ts";
import { StorageError } from "../storage/storage.ts";
import type { CatalogChange } from "./messages/catalog-change.ts";
import { writeCatalogChanges } from "./messages/catalog-text.ts";
import type {
  MessageFromWorker,
  MessageToWorker,
  SetAsideDatabase,
  WorkerCall,
} from "./messages/messages.ts";
import type { WorkerSettings } from "./messages/worker-settings.ts";
import { WorkerCallError } from "./worker-call-error.ts";
import type { SpawnWorker, WorkerThread } from "./worker-thread.ts";

export interface WorkerLinkOptions {
  readonly spawn: SpawnWorker;
  /** The database's file. */
  readonly path: string;
  readonly settings: WorkerSettings;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The whole catalog at the moment of the call, for a new worker. */
  readonly catalog: () => string;
  readonly onReport: (report: WorkerReport) => void;
  /** Called when a worker has opened the database, or a new one that replaces a damaged one. */
  readonly onOpened: (setAside: SetAsideDatabase | undefined) => void;
  /**
   * Called when a worker has ended; its open calls will not be answered. `reason` is undefined if
   * it was closed on purpose.
   */
  readonly onWorkerEnd: (reason: string | undefined) => void;
  /** Milliseconds before the first restart; doubled for each further restart without a commit. */
  readonly restartMsMin: number;
}

/** Messages that the link passes on instead of handling them. */
export type WorkerReport = Extract<
  MessageFromWorker,
  { kind: "settled" | "clamped" | "unknown_dropped" | "clock_jumped" | "fault" }
>;

const restartMsMax = 30_000;
const callsMax = 64;

interface WaitingCall {
  readonly resolve: (json: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: unknown) => void;
}

/** A worker that has not ended. */
interface Connection {
  readonly thread: WorkerThread;
  /** Whether `open` was posted, with the whole catalog at that moment. */
  hasCatalog: boolean;
  isOpen: boolean;
}

/**
 * The connection to the worker. A worker that ends unexpectedly is restarted, with a growing delay
 * if that happens repeatedly; until it is ready everything is refused with `unavailable`.
 */
export class WorkerLink {
  readonly #options: WorkerLinkOptions;
  readonly #calls = new Map<number, WaitingCall>();
  readonly #firstOpened = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  #connection: Connection | undefined;
  #hasStarted = false;
  /** Whether the first worker is started when it is needed. */
  #isResting = false;
  /** Settled when a worker that was needed is open, or has failed. */
  #awake: PromiseWithResolvers<void> | undefined;
  /** Whether the last worker found the database damaged. */
  #isSuspect = false;
  #isClosing = false;
  #failuresInARow = 0;
  #restart: Timer | undefined;
  #lastCall = 0;

  constructor(options: WorkerLinkOptions) {
    this.#options = options;
    // The caller of `start` gets the error.
    this.ready.catch(() => undefined);
  }

  /**
   * Resolves when the first worker has opened its database, when another program has locked it and it
   * is opened later, or when no worker is needed. Rejects with a `StorageError`, or with `unavailable`
   * after `cancelStart`.
   */
  get ready(): Promise<void> {
    return this.#firstOpened.promise;
  }

  /** Starts the first worker. */
  start(): Promise<void> {
    this.#connect();
    return this.ready;
  }

  /** Leaves the start of the first worker to `wake`. If it fails then, it is restarted. */
  rest(): void {
    this.#isResting = true;
    this.#start();
  }

  get isResting(): boolean {
    return this.#isResting;
  }

  /** Starts a worker that rests. What it returns resolves when the worker is open or has failed. */
  wake(): Promise<void> | undefined {
    if (this.#isResting && !this.#isClosing) {
      this.#isResting = false;
      this.#awake = Promise.withResolvers();
      this.#connect();
    }
    return this.#awake?.promise;
  }

  /** Rejects `ready`, unless the first worker is started. */
  cancelStart(): void {
    if (this.#connection === undefined && !this.#hasStarted) {
      this.#firstOpened.reject(unavailable());
    }
  }

  get isOpen(): boolean {
    return this.#connection?.isOpen === true;
  }

  /** Throws `unavailable` while no worker is ready. */
  send(message: MessageToWorker, transfer?: ArrayBuffer[]): void {
    if (this.#connection?.isOpen !== true || this.#isClosing) {
      throw unavailable();
    }
    this.#connection.thread.post(message, transfer);
  }

  /** Does nothing without changes, or for a worker that has yet to receive the whole catalog. */
  sendCatalogChanges(changes: readonly CatalogChange[], now: number): void {
    if (changes.length > 0 && this.#connection?.hasCatalog === true && !this.#isClosing) {
      this.#connection.thread.post({
        kind: "catalog_changes",
        changes: writeCatalogChanges(changes),
        now,
      });
    }
  }

  /**
   * Resolves with the worker's answer, and wakes it if it rests. Rejects with `unavailable` if there is
   * no worker, if it ends before it answers, or if too many calls are waiting; with a
   * `WorkerCallError` if it failed. Probes are never too many: many summaries are not a failure.
   */
  async call(call: WorkerCall): Promise<Uint8Array<ArrayBuffer>> {
    const waking = this.wake();
    if (waking !== undefined) {
      await waking;
    }
    if (this.#calls.size >= callsMax && call.kind !== "probe") {
      throw unavailable();
    }
    this.#lastCall++;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    this.send({ kind: "call", id: this.#lastCall, call });
    this.#calls.set(this.#lastCall, { resolve, reject });
    return promise;
  }

  /** Ends the worker after it has handled everything sent so far. */
  async close(): Promise<void> {
    if (!this.#isClosing) {
      this.#isClosing = true;
      clearTimeout(this.#restart);
      if (this.#connection?.isOpen === true) {
        this.#connection.thread.post({ kind: "close" });
      } else {
        this.#connection?.thread.terminate();
        this.#closed.resolve();
      }
    }
    await this.#closed.promise;
  }

  #connect(): void {
    const thread = this.#options.spawn({
      onMessage: (message) => this.#receive(connection, message),
      onEnd: (reason) => this.#disconnect(connection, reason),
    });
    const connection: Connection = { thread, hasCatalog: false, isOpen: false };
    this.#connection = connection;
  }

  #receive(connection: Connection, message: MessageFromWorker): void {
    switch (message.kind) {
      case "loaded":
        connection.thread.post({
          kind: "open",
          path: this.#options.path,
          isSuspect: this.#isSuspect,
          settings: this.#options.settings,
          catalog: this.#options.catalog(),
          now: this.#options.now(),
        });
        connection.hasCatalog = true;
        return;
      case "opened":
        connection.isOpen = true;
        this.#isSuspect = false;
        this.#start();
        this.#endWait();
        this.#options.onOpened(message.setAside);
        return;
      case "open_failed":
        if (message.isLocked) {
          this.#start();
        }
        this.#disconnect(connection, message.reason);
        connection.thread.terminate();
        return;
      case "damaged":
        this.#isSuspect = true;
        this.#disconnect(connection, message.reason);
        connection.thread.terminate();
        return;
      case "call_done":
        this.#takeCall(message.id)?.resolve(message.json);
        return;
      case "call_failed":
        this.#takeCall(message.id)?.reject(
          new WorkerCallError(message.reason, message.isStorageFailure),
        );
        return;
      case "closed":
        this.#disconnect(connection, "it was closed");
        connection.thread.terminate();
        return;
      case "settled":
        this.#failuresInARow = 0;
        this.#options.onReport(message);
        return;
      case "clamped":
      case "unknown_dropped":
      case "clock_jumped":
      case "fault":
        this.#options.onReport(message);
        return;
    }
  }

  #start(): void {
    this.#hasStarted = true;
    this.#firstOpened.resolve();
  }

  #endWait(): void {
    this.#awake?.resolve();
    this.#awake = undefined;
  }

  #disconnect(connection: Connection, reason: string): void {
    if (this.#connection !== connection) {
      return;
    }
    this.#connection = undefined;
    this.#endWait();
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject } of calls) {
      reject(unavailable());
    }
    if (this.#isClosing) {
      this.#options.onWorkerEnd(undefined);
      this.#closed.resolve();
    } else if (this.#hasStarted) {
      this.#options.onWorkerEnd(reason);
      this.#restart = setTimeout(() => this.#connect(), this.#nextWaitMs());
    } else {
      this.#firstOpened.reject(new StorageError(reason));
    }
  }

  #nextWaitMs(): number {
    const waitMs = this.#options.restartMsMin * 2 ** this.#failuresInARow;
    this.#failuresInARow++;
    return Math.min(waitMs, restartMsMax);
  }

  #takeCall(id: number): WaitingCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }
}

function unavailable(): GatehouseError {
  return new GatehouseError("unavailable", { message: "Telemetry is not available at the moment" });
}
