import { GatehouseError } from "../errors.ts";
import { StorageError } from "../storage/storage.ts";
import type { Lesson } from "./messages/catalog-change.ts";
import type { Call, FromWorker, ToWorker } from "./messages/messages.ts";
import type { Spawn, Thread } from "./worker-thread.ts";

export interface WorkerLinkOptions {
  readonly spawn: Spawn;
  /** The database's file. */
  readonly path: string;
  /** All that a new worker has to know. */
  readonly lessons: () => readonly Lesson[];
  /** Told what the worker says by itself. */
  readonly onMessage: (message: Told) => void;
  /** A worker ended, with a reason if it should not have: nothing it was sent will be answered. */
  readonly onGone: (reason: string | undefined) => void;
  /** The wait before a new worker is started; each further one in a row is twice as long. */
  readonly restartMsMin: number;
}

/** What the link itself has no use for. */
export type Told = Extract<FromWorker, { kind: "settled" | "clamped" | "fault" }>;

const restartMsMax = 30_000;
const callsMax = 64;

interface WaitingCall {
  readonly resolve: (text: string) => void;
  readonly reject: (error: unknown) => void;
}

/** A worker that has not ended. */
interface Connection {
  readonly thread: Thread;
  /** Whether it was sent `open`, and with it all lessons so far. */
  isTold: boolean;
  isOpen: boolean;
}

/**
 * The way to the worker, one at a time. A worker that dies is replaced, soon the first time and
 * then ever less often; meanwhile everything sent is refused as `unavailable`.
 */
export class WorkerLink {
  readonly #options: WorkerLinkOptions;
  readonly #calls = new Map<number, WaitingCall>();
  readonly #firstOpened = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  #connection: Connection | undefined;
  #hasOpened = false;
  #isClosing = false;
  #failuresInARow = 0;
  #restart: Timer | undefined;
  #lastCall = 0;

  constructor(options: WorkerLinkOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Resolves when the first worker has its database open; rejects with why it cannot. */
  get ready(): Promise<void> {
    return this.#firstOpened.promise;
  }

  get isOpen(): boolean {
    return this.#connection?.isOpen === true;
  }

  /** Throws `unavailable` while there is no worker. */
  send(message: ToWorker, transfer?: ArrayBuffer[]): void {
    if (this.#connection?.isOpen !== true || this.#isClosing) {
      throw unavailable();
    }
    this.#connection.thread.post(message, transfer);
  }

  /** Tells the worker what changed; one that is still to be told everything needs no more. */
  teach(lessons: readonly Lesson[], now: number): void {
    if (this.#connection?.isTold === true && !this.#isClosing) {
      this.#connection.thread.post({ kind: "lessons", lessons, now });
    }
  }

  /** Resolves with the worker's answer; rejects with `unavailable` if there will be none. */
  async call(call: Call): Promise<string> {
    if (this.#calls.size >= callsMax) {
      throw unavailable();
    }
    this.#lastCall++;
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.send({ kind: "call", id: this.#lastCall, call });
    this.#calls.set(this.#lastCall, { resolve, reject });
    return promise;
  }

  /** Lets the worker finish what it was sent, and ends it. */
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
      message: (message) => this.#receive(connection, message),
      gone: (reason) => this.#gone(connection, reason),
    });
    const connection: Connection = { thread, isTold: false, isOpen: false };
    this.#connection = connection;
  }

  #receive(connection: Connection, message: FromWorker): void {
    switch (message.kind) {
      case "loaded":
        connection.thread.post({
          kind: "open",
          path: this.#options.path,
          lessons: this.#options.lessons(),
        });
        connection.isTold = true;
        return;
      case "opened":
        connection.isOpen = true;
        this.#hasOpened = true;
        this.#firstOpened.resolve();
        return;
      case "unusable":
        this.#gone(connection, message.reason);
        connection.thread.terminate();
        return;
      case "done":
        this.#taken(message.id)?.resolve(message.text);
        return;
      case "failed":
        this.#taken(message.id)?.reject(new Error(message.reason));
        return;
      case "closed":
        this.#gone(connection, "it was closed");
        connection.thread.terminate();
        return;
      case "settled":
        this.#failuresInARow = 0;
        this.#options.onMessage(message);
        return;
      case "clamped":
      case "fault":
        this.#options.onMessage(message);
        return;
    }
  }

  #gone(connection: Connection, reason: string): void {
    if (this.#connection !== connection) {
      return;
    }
    this.#connection = undefined;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject } of calls) {
      reject(unavailable());
    }
    if (this.#isClosing) {
      this.#options.onGone(undefined);
      this.#closed.resolve();
    } else if (this.#hasOpened) {
      this.#options.onGone(reason);
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

  #taken(id: number): WaitingCall | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }
}

function unavailable(): GatehouseError {
  return new GatehouseError("unavailable", "Telemetry is not available at the moment");
}
