import { applyChangeList } from "../../src/core/model/apply-change-list.ts";
import type { Change } from "../../src/core/model/change.ts";
import { replayLoggedChanges } from "../../src/core/model/logged-change.ts";
import type { State } from "../../src/core/model/state.ts";
import { runYielding } from "../../src/core/scheduling/run-yielding.ts";
import {
  type CommitOptions,
  type LoggedCommit,
  type SharedStorage,
  StaleBatchError,
} from "../../src/storage/shared-storage.ts";
import type { Batch } from "../../src/storage/storage.ts";

/** A process that uses a shared storage: it follows the others, and commits after them. */
export class SharedPeer {
  readonly storage: SharedStorage;
  state: State;
  position: number;

  constructor(opened: {
    readonly storage: SharedStorage;
    readonly state: State;
    readonly position: number;
  }) {
    this.storage = opened.storage;
    this.state = opened.state;
    this.position = opened.position;
  }

  batchOf(changes: readonly Change[]): Batch {
    return {
      id: crypto.randomUUID(),
      changes,
      before: this.state,
      after: applyChangeList(this.state, changes),
      position: this.position,
    };
  }

  /** Commits a batch that was made on the state of this peer. */
  async commit(batch: Batch, options?: CommitOptions): Promise<void> {
    this.position = await this.storage.commit(batch, options);
    this.state = batch.after;
  }

  /** Makes changes on the newest state and commits them, as often as others were faster. */
  async change(make: (state: State) => readonly Change[], options?: CommitOptions): Promise<Batch> {
    for (;;) {
      const batch = this.batchOf(make(this.state));
      try {
        await this.commit(batch, options);
        return batch;
      } catch (error) {
        if (!(error instanceof StaleBatchError)) {
          throw error;
        }
        await this.apply(error.commits);
      }
    }
  }

  /** Resolves with the commits that were applied. */
  async catchUp(): Promise<readonly LoggedCommit[]> {
    const applied: LoggedCommit[] = [];
    for (;;) {
      const commits = await this.storage.commitsAfter(this.position);
      if (commits.length === 0) {
        return applied;
      }
      await this.apply(commits);
      applied.push(...commits);
    }
  }

  async apply(commits: readonly LoggedCommit[]): Promise<void> {
    for (const { position, changes } of commits) {
      if (position !== this.position + 1) {
        throw new Error(`The log has ${position} after ${this.position}`);
      }
      this.state = (await runYielding(replayLoggedChanges(this.state, JSON.parse(changes)))).state;
      this.position = position;
    }
  }
}
