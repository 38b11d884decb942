import { runYielding } from "../../core/scheduling/run-yielding.ts";
import { type Batch, CommitInDoubtError, type ProbeKind, StorageError } from "../storage.ts";
import { batchTexts } from "./batch-text.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { commitError, lookUpError } from "./commit-errors.ts";
import type { MessageFromCommitWorker, MessageToCommitWorker } from "./commit-messages.ts";
import type { CommitThread, StartCommitThread } from "./commit-thread.ts";
import type { FileIdentity } from "./database/database-files-check.ts";
import { SerialQueue } from "./database/serial-queue.ts";
import { storedChanges } from "./stored-change.ts";

export interface WorkerBatchWriterOptions {
  readonly start: StartCommitThread;
  readonly path: string;
  /** The files of the database; they must be the same when a later worker opens it. */
  readonly files: readonly FileIdentity[];
  readonly busyWaitMsMax: number;
  /** Whether the first worker checks the structure of the database. */
  readonly checks: boolean;
  /** Called when a worker has ended unexpectedly, or cannot open the database again. */
  readonly onFault: (error: unknown) => void;
}

const restartMsMin = 20;
const restartMsMax = 10_000;

/** A call that the worker has not answered, and the errors of its two ways to fail. */
interface Call {
  readonly resolve: (position: number | null) => void;
  readonly reject: (error: Error) => void;
  readonly failed: (cause: Error, isAboutChanges: boolean) => Error;
  readonly workerEnded: (cause: Error) => Error;
}

interface Connection {
  readonly thread: CommitThread;
  isOpen: boolean;
}

/**
 * Writes batches in a worker, so that this thread never waits for the disk. A worker that ends
 * unexpectedly is started again, after a growing delay if that happens repeatedly. Its unanswered
 * commits are in doubt. Until the new worker has opened the database, everything else is refused.
 */
export class WorkerBatchWriter implements BatchWriter {
  readonly #options: WorkerBatchWriterOptions;
  readonly #calls = new Map<number, Call>();
  /** A large batch is sent in several iterations of the event loop, and batches must not mix. */
  readonly #sending = new SerialQueue();
  readonly #opened = Promise.withResolvers<void>();
  readonly #closed = Promise.withResolvers<void>();
  #connection: Connection | undefined;
  #hasOpened = false;
  #isClosing = false;
  #failuresInARow = 0;
  #restart: Timer | undefined;
  #lastCall = 0;

  constructor(options: WorkerBatchWriterOptions) {
    this.#options = options;
    this.#connect();
  }

  /** Resolves when the first worker has opened the database; rejects with a `StorageError`. */
  get opened(): Promise<void> {
    return this.#opened.promise;
  }

  async commit({ id: batchId, changes }: Batch): Promise<number> {
    const sent = await this.#sending.run(async () => {
      const connection = this.#requireConnection();
      const { thread } = connection;
      const texts = batchTexts(storedChanges(changes), (part) =>
        thread.post({ kind: "part", text: part }),
      );
      const text = await runYielding(texts);
      if (this.#requireConnection() !== connection) {
        throw commitError(new Error("the worker ended before it had the whole batch"), false);
      }
      return {
        answer: this.#call((call) => ({ kind: "commit", call, batchId, text }), {
          failed: commitError,
          workerEnded: (cause) =>
            new CommitInDoubtError("The worker ended during a commit", { cause }),
        }),
      };
    });
    const position = await sent.answer;
    if (position === null) {
      throw new CommitInDoubtError("The worker answered a commit without a position");
    }
    return position;
  }

  async findCommit(batchId: string): Promise<number | null> {
    this.#requireConnection();
    return this.#call((call) => ({ kind: "find_commit", call, batchId }), {
      failed: lookUpError,
      workerEnded: lookUpError,
    });
  }

  async probe(probe: ProbeKind): Promise<void> {
    this.#requireConnection();
    const failed = (cause: Error) => commitError(cause, false);
    await this.#call((call) => ({ kind: "probe", call, probe }), { failed, workerEnded: failed });
  }

  async close(): Promise<void> {
    await this.#sending.run(() => this.#startClosing());
    await this.#closed.promise;
  }

  #startClosing(): void {
    if (this.#isClosing) {
      return;
    }
    this.#isClosing = true;
    clearTimeout(this.#restart);
    if (this.#connection?.isOpen === true) {
      this.#connection.thread.post({ kind: "close" });
    } else {
      this.#connection?.thread.terminate();
      this.#closed.resolve();
    }
  }

  #requireConnection(): Connection {
    if (this.#connection?.isOpen !== true || this.#isClosing) {
      throw new StorageError("The worker that writes gatehouse.db does not run");
    }
    return this.#connection;
  }

  #call(
    message: (call: number) => MessageToCommitWorker,
    errors: Pick<Call, "failed" | "workerEnded">,
  ): Promise<number | null> {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    this.#lastCall++;
    this.#calls.set(this.#lastCall, { ...errors, resolve, reject });
    this.#requireConnection().thread.post(message(this.#lastCall));
    return promise;
  }

  #connect(): void {
    const thread = this.#options.start({
      onMessage: (message) => this.#receive(connection, message),
      onEnd: (reason) => this.#disconnect(connection, reason),
    });
    const connection: Connection = { thread, isOpen: false };
    this.#connection = connection;
  }

  #receive(connection: Connection, message: MessageFromCommitWorker): void {
    switch (message.kind) {
      case "loaded": {
        const { path, files, busyWaitMsMax } = this.#options;
        const checks = this.#options.checks && !this.#hasOpened;
        connection.thread.post({ kind: "open", path, files, busyWaitMsMax, checks });
        return;
      }
      case "opened":
        connection.isOpen = true;
        this.#hasOpened = true;
        this.#opened.resolve();
        return;
      case "open_failed":
        this.#disconnect(connection, message.reason);
        connection.thread.terminate();
        return;
      case "done":
        this.#failuresInARow = 0;
        this.#takeCall(message.call)?.resolve(message.position);
        return;
      case "failed": {
        const call = this.#takeCall(message.call);
        call?.reject(call.failed(new Error(message.reason), message.isAboutChanges));
        return;
      }
      case "closed":
        this.#disconnect(connection, "it was closed");
        connection.thread.terminate();
        return;
      case "checked":
        return;
    }
  }

  #takeCall(id: number): Call | undefined {
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    return call;
  }

  #disconnect(connection: Connection, reason: string): void {
    if (this.#connection !== connection) {
      return;
    }
    this.#connection = undefined;
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject, workerEnded } of calls) {
      reject(workerEnded(new Error(reason)));
    }
    if (this.#isClosing) {
      this.#closed.resolve();
    } else if (this.#hasOpened) {
      const message = `the worker that writes gatehouse.db ended and is started again: ${reason}`;
      this.#options.onFault(new Error(message));
      this.#restart = setTimeout(() => this.#connect(), this.#nextRestartMs());
    } else {
      this.#opened.reject(new StorageError(reason));
    }
  }

  #nextRestartMs(): number {
    const waitMs = restartMsMin * 2 ** this.#failuresInARow;
    this.#failuresInARow++;
    return Math.min(waitMs, restartMsMax);
  }
}
