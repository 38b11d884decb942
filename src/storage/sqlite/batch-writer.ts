import type { Batch, ProbeKind } from "../storage.ts";
import type { CommitEngine } from "./commit-engine.ts";
import { commitError, isAboutChanges, lookUpError } from "./commit-errors.ts";
import { storedChanges } from "./stored-change.ts";

/** Writes batches to gatehouse.db, on this thread or in a worker; see `Storage` for the methods. */
export interface BatchWriter {
  commit(batch: Batch): Promise<number>;
  findCommit(batchId: string): Promise<number | null>;
  probe(kind: ProbeKind): Promise<void>;
  close(): Promise<void>;
}

/** Writes batches on the calling thread: for the library, CLI commands, and data in memory. */
export class LocalBatchWriter implements BatchWriter {
  readonly #engine: CommitEngine;

  constructor(engine: CommitEngine) {
    this.#engine = engine;
  }

  async commit({ id, changes }: Batch): Promise<number> {
    try {
      return await this.#engine.commit(id, () => storedChanges(changes));
    } catch (error) {
      throw commitError(error, isAboutChanges(error));
    }
  }

  async findCommit(batchId: string): Promise<number | null> {
    try {
      return await this.#engine.findCommit(batchId);
    } catch (error) {
      throw lookUpError(error);
    }
  }

  async probe(kind: ProbeKind): Promise<void> {
    try {
      await this.#engine.probe(kind);
    } catch (error) {
      throw commitError(error, false);
    }
  }

  close(): Promise<void> {
    return this.#engine.close();
  }
}
