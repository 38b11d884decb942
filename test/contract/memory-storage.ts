import { applyChange } from "../../src/core/model/apply-change.ts";
import { emptyState } from "../../src/core/model/state.ts";
import { MemoryStorage } from "../../src/storage/memory/in-memory-storage.ts";
import type { Batch, OpenedStorage, Storage } from "../../src/storage/storage.ts";

/**
 * Storage in memory that outlives the storages which were opened on it, like a file: it keeps the
 * batches, and repeats them in each storage that is opened.
 */
export class MemoryMedium implements Disposable {
  readonly #log: Batch[] = [];

  async open(): Promise<OpenedStorage> {
    const memory = new MemoryStorage();
    for (const batch of this.#log) {
      memory.commitNow(batch);
    }
    const storage: Storage = {
      reads: memory.reads,
      commit: async (batch) => {
        const position = await memory.commit(batch);
        this.#log.push(batch);
        return position;
      },
      findCommit: (batchId) => memory.findCommit(batchId),
      probe: () => memory.probe(),
      close: () => memory.close(),
    };
    const state = this.#log.flatMap(({ changes }) => changes).reduce(applyChange, emptyState);
    return { storage, state, position: this.#log.length };
  }

  load(): Promise<OpenedStorage> {
    return this.open();
  }

  [Symbol.dispose](): void {
    this.#log.length = 0;
  }
}
