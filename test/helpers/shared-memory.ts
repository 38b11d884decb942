import { applyChange } from "../../src/core/model/apply-change.ts";
import { logFormat, loggedChange } from "../../src/core/model/logged-change.ts";
import { emptyState, type State } from "../../src/core/model/state.ts";
import { MemoryStorage } from "../../src/storage/memory/in-memory-storage.ts";
import {
  type CommitOptions,
  type FollowListener,
  type LoggedCommit,
  LogLostError,
  type SharedStorage,
  StaleBatchError,
} from "../../src/storage/shared-storage.ts";
import { type Batch, CommitInDoubtError, StorageError } from "../../src/storage/storage.ts";

/** What happens to one question to a shared storage. */
export type SharedFault =
  /** The commit is kept, and its answer is lost. */
  | "kept in doubt"
  /** The connection broke before the commit. */
  | "lost in doubt"
  | "unreachable";

const commitsPerPart = 3;

/** Data in memory that several processes of a test share. */
export class SharedMemory {
  readonly #memory = new MemoryStorage();
  readonly #log: LoggedCommit[] = [];
  /** Also the commits that were removed from the log. */
  readonly commits: LoggedCommit[] = [];
  readonly #handles = new Set<SharedMemoryStorage>();
  #state: State = emptyState;
  #position = 0;

  get state(): State {
    return this.#state;
  }

  get position(): number {
    return this.#position;
  }

  get memory(): MemoryStorage {
    return this.#memory;
  }

  /** The access of one process. */
  open(): SharedMemoryStorage {
    const handle = new SharedMemoryStorage(this);
    this.#handles.add(handle);
    return handle;
  }

  /** The position of a batch that is kept. */
  positionOf(batchId: string): number | null {
    return this.#log.find((commit) => commit.batchId === batchId)?.position ?? null;
  }

  /** Removes the commits of the log up to a position. */
  trim(through: number): void {
    this.#log.splice(0, this.#log.filter(({ position }) => position <= through).length);
  }

  commit(batch: Batch): number {
    if (batch.position !== this.#position) {
      throw new StaleBatchError(this.after(batch.position));
    }
    this.#memory.commitNow(batch);
    this.#state = batch.changes.reduce(applyChange, this.#state);
    this.#position++;
    const changes = JSON.stringify(batch.changes.map(loggedChange));
    const { id: batchId } = batch;
    const commit = { position: this.#position, batchId, format: logFormat, changes };
    this.#log.push(commit);
    this.commits.push(commit);
    for (const handle of this.#handles) {
      handle.notify(commit);
    }
    return this.#position;
  }

  after(position: number): readonly LoggedCommit[] {
    const first = this.#log.findIndex((commit) => commit.position === position + 1);
    if (first < 0 && position !== this.#position) {
      throw new LogLostError("The log was trimmed");
    }
    return first < 0 ? [] : this.#log.slice(first, first + commitsPerPart);
  }
}

/** The access of one process to data in memory, with the faults that the test asks for. */
export class SharedMemoryStorage implements SharedStorage {
  /** The batches that were sent, also those that were refused. */
  readonly sent: { readonly batch: Batch; readonly isQueued: boolean }[] = [];
  takenTurns = 0;
  givenUpTurns = 0;
  isUnreachable = false;
  /** Whether notifications are lost. */
  isDeaf = false;
  /** How much longer than a small batch one may take, as the storage tells. */
  extraMs = 0;
  readonly reads: SharedStorage["reads"];
  readonly #shared: SharedMemory;
  readonly #faults: SharedFault[] = [];
  readonly #listeners = new Set<FollowListener>();
  #whileTextsAreMade: () => Promise<void> | void = () => undefined;
  #before: () => Promise<void> | void = () => undefined;

  constructor(shared: SharedMemory) {
    this.reads = shared.memory.reads;
    this.#shared = shared;
  }

  /** The next commits suffer these faults, one each. */
  failNext(...faults: readonly SharedFault[]): void {
    this.#faults.push(...faults);
  }

  /** Is called while the texts of each batch are made. */
  whileTextsAreMade(work: () => Promise<void> | void): void {
    this.#whileTextsAreMade = work;
  }

  /** Is called before each commit. */
  beforeCommits(before: () => Promise<void> | void): void {
    this.#before = before;
  }

  /** Tells the process that others may have committed. */
  poll(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }

  notify({ position }: LoggedCommit): void {
    if (!this.isDeaf) {
      for (const listener of this.#listeners) {
        listener(position);
      }
    }
  }

  async commit(batch: Batch, options?: CommitOptions): Promise<number> {
    options?.progress?.onTexts();
    await this.#whileTextsAreMade();
    options?.progress?.onSending(this.extraMs);
    await this.#before();
    this.sent.push({ batch, isQueued: options?.isQueued === true });
    const fault = this.#faults.shift();
    if (fault === "lost in doubt") {
      throw new CommitInDoubtError("The connection broke");
    }
    if (fault === "unreachable") {
      throw new StorageError("The storage cannot be reached");
    }
    this.#reach();
    const position = this.#shared.commit(batch);
    if (fault === "kept in doubt") {
      throw new CommitInDoubtError("The connection broke");
    }
    return position;
  }

  async acquireLease(): Promise<void> {
    this.#reach();
    this.takenTurns++;
  }

  async releaseLease(): Promise<void> {
    this.givenUpTurns++;
  }

  async findCommit(batchId: string): Promise<number | null> {
    this.#reach();
    return this.#shared.positionOf(batchId);
  }

  async commitsAfter(position: number): Promise<readonly LoggedCommit[]> {
    this.#reach();
    return this.#shared.after(position);
  }

  async load() {
    this.#reach();
    return { state: this.#shared.state, position: this.#shared.position };
  }

  follow(listener: FollowListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async probe(): Promise<void> {
    this.#reach();
  }

  async close(): Promise<void> {
    this.#listeners.clear();
  }

  #reach(): void {
    if (this.isUnreachable) {
      throw new StorageError("The storage cannot be reached");
    }
  }
}
