import { applyChange } from "../../src/core/model/apply-change.ts";
import type { Change } from "../../src/core/model/change.ts";
import { emptyState, type State } from "../../src/core/model/state.ts";
import { MemoryStorage } from "../../src/storage/memory/in-memory-storage.ts";
import {
  type Batch,
  CommitInDoubtError,
  type OpenedStorage,
  type Storage,
  StorageError,
} from "../../src/storage/storage.ts";
import { batchOf } from "../contract/batch-of.ts";
import { namesIn } from "./cluster-commands.ts";
import type { VirtualProcess } from "./virtual-process.ts";
import type { VirtualWorld } from "./virtual-world.ts";

interface KeptBatch {
  readonly id: string;
  readonly changes: readonly Change[];
  readonly state: State;
}

/** What happens to the next commit. */
export type StorageFault = "fails" | "kept in doubt" | "lost in doubt";

const syncMsMax = 8;

/** The content of a disk, which outlives processes: batches that are synchronized, or not yet. */
export class VirtualStore {
  readonly #world: VirtualWorld;
  readonly #base: State;
  readonly #kept: KeptBatch[] = [];
  /** Written, but not synchronized. */
  #written: KeptBatch | undefined;
  readonly #faults: StorageFault[] = [];
  onKept: (batch: Batch, state: State) => void = () => undefined;

  constructor(world: VirtualWorld, base: readonly Change[] = []) {
    this.#world = world;
    this.#base = base.reduce(applyChange, emptyState);
  }

  get position(): number {
    return this.#kept.length;
  }

  get state(): State {
    return this.#kept.at(-1)?.state ?? this.#base;
  }

  /** The names of all commands that are kept. */
  names(): readonly string[] {
    return this.#kept.flatMap(({ changes }) => namesIn(changes));
  }

  failNext(fault: StorageFault): void {
    this.#faults.push(fault);
  }

  /** The process ends: what was not synchronized is there, or it is not. */
  crash(): void {
    if (this.#written !== undefined && this.#world.random.oneIn(2)) {
      this.#kept.push(this.#written);
    }
    this.#written = undefined;
    this.#faults.length = 0;
  }

  /** An older copy of the disk is put back. */
  putBack(position: number): void {
    this.#kept.splice(position);
  }

  open(process: VirtualProcess): OpenedStorage {
    return {
      storage: new VirtualStorage(this, this.#world, process),
      state: this.state,
      position: this.position,
      latestBatchId: this.#kept.at(-1)?.id,
    };
  }

  positionOf(batchId: string): number | null {
    return this.#kept.at(-1)?.id === batchId ? this.position : null;
  }

  async commit(batch: Batch, process: VirtualProcess): Promise<number> {
    const fault = this.#faults.shift();
    if (fault === "fails") {
      throw new StorageError("The disk failed");
    }
    const state = batch.changes.reduce(applyChange, this.state);
    const written = { id: batch.id, changes: batch.changes, state };
    this.#written = written;
    await Bun.sleep(this.#world.random.below(syncMsMax));
    if (!process.isAlive || this.#written !== written) {
      throw new StorageError("The process has ended");
    }
    this.#written = undefined;
    if (fault === "lost in doubt") {
      throw new CommitInDoubtError("It is not known whether the disk has it");
    }
    this.#kept.push(written);
    this.onKept(batch, state);
    if (fault === "kept in doubt") {
      throw new CommitInDoubtError("It is not known whether the disk has it");
    }
    return this.position;
  }
}

/** The access of one process to its disk. */
class VirtualStorage implements Storage {
  readonly reads = emptyReads();
  readonly #store: VirtualStore;
  readonly #world: VirtualWorld;
  readonly #process: VirtualProcess;

  constructor(store: VirtualStore, world: VirtualWorld, process: VirtualProcess) {
    this.#store = store;
    this.#world = world;
    this.#process = process;
  }

  commit(batch: Batch): Promise<number> {
    return this.#store.commit(batch, this.#process);
  }

  async findCommit(batchId: string): Promise<number | null> {
    await Bun.sleep(this.#world.random.below(syncMsMax));
    if (this.#world.random.oneIn(3)) {
      throw new StorageError("The disk failed");
    }
    return this.#store.positionOf(batchId);
  }

  async probe(): Promise<void> {
    await Bun.sleep(1);
  }

  async close(): Promise<void> {
    await Bun.sleep(1);
  }
}

function emptyReads(): Storage["reads"] {
  const memory = new MemoryStorage();
  memory.commitNow(batchOf([]));
  return memory.reads;
}
