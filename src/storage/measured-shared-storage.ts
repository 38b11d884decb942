import { MeasuredStorage } from "./measured-storage.ts";
import type {
  CommitOptions,
  FollowListener,
  LoggedCommit,
  SharedStorage,
} from "./shared-storage.ts";
import type { Batch, OpenedStorage } from "./storage.ts";

export interface MeasuredSharedStorageOptions {
  readonly storage: SharedStorage;
  /** The time in nanoseconds of a monotonic clock. */
  readonly nanoseconds: () => number;
}

/** As `MeasuredStorage`, for a storage to which other processes write too. */
export class MeasuredSharedStorage extends MeasuredStorage implements SharedStorage {
  readonly #shared: SharedStorage;

  constructor(options: MeasuredSharedStorageOptions) {
    super(options);
    this.#shared = options.storage;
  }

  override commit(batch: Batch, options?: CommitOptions): Promise<number> {
    return this.measured(() => this.#shared.commit(batch, options));
  }

  acquireLease(ranMs: number): Promise<void> {
    return this.#shared.acquireLease(ranMs);
  }

  releaseLease(): Promise<void> {
    return this.#shared.releaseLease();
  }

  commitsAfter(position: number): Promise<readonly LoggedCommit[]> {
    return this.#shared.commitsAfter(position);
  }

  load(): Promise<Pick<OpenedStorage, "state" | "position">> {
    return this.#shared.load();
  }

  follow(listener: FollowListener): () => void {
    return this.#shared.follow(listener);
  }
}
