import {
  type Batch,
  CommitInDoubtError,
  type ProbeKind,
  type Storage,
  StorageError,
  type StorageReads,
} from "../../../src/storage/storage.ts";

/** A storage that records its commits, and can delay them or let them fail. */
export class RecordingStorage implements Storage {
  readonly batches: Batch[] = [];
  readonly reads: StorageReads;
  readonly #inner: Storage;
  readonly #failures: Error[] = [];
  #doubt: { readonly isKept: boolean } | undefined;
  #lookUpFailures = 0;
  #released: Promise<void> = Promise.resolve();

  constructor(inner: Storage) {
    this.reads = inner.reads;
    this.#inner = inner;
  }

  /** Delays commits until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#released = promise;
    return resolve;
  }

  /** Lets the next commit fail without storing anything. */
  failNext(error: Error): void {
    this.#failures.push(error);
  }

  /** Puts the next commit in doubt; `findCommit` fails that often before it answers. */
  doubtNext({ isKept, lookUpFailures }: { isKept: boolean; lookUpFailures: number }): void {
    this.#doubt = { isKept };
    this.#lookUpFailures = lookUpFailures;
  }

  /** Lets `findCommit` answer from now on. */
  answerLookUps(): void {
    this.#lookUpFailures = 0;
  }

  /** The changes of each batch. */
  get commits(): readonly Batch["changes"][] {
    return this.batches.map(({ changes }) => changes);
  }

  async commit(batch: Batch): Promise<number> {
    this.batches.push(batch);
    await this.#released;
    const failure = this.#failures.shift();
    if (failure !== undefined) {
      throw failure;
    }
    const doubt = this.#doubt;
    this.#doubt = undefined;
    if (doubt === undefined) {
      return this.#inner.commit(batch);
    }
    if (doubt.isKept) {
      await this.#inner.commit(batch);
    }
    throw new CommitInDoubtError("the connection broke");
  }

  async findCommit(batchId: string): Promise<number | null> {
    if (this.#lookUpFailures > 0) {
      this.#lookUpFailures--;
      throw new StorageError("not yet");
    }
    return this.#inner.findCommit(batchId);
  }

  probe(kind: ProbeKind): Promise<void> {
    return this.#inner.probe(kind);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
