import type { Change } from "../../core/model/change.ts";
import { requireFollowing, requireRisen } from "../../core/model/commit-invariants.ts";
import {
  type LoggedChange,
  logFormat,
  replayLoggedChanges,
} from "../../core/model/logged-change.ts";
import type { State } from "../../core/model/state.ts";
import { runYielding } from "../../core/scheduling/run-yielding.ts";
import { type LoggedCommit, LogLostError } from "../../storage/shared-storage.ts";
import { type Batch, StorageError } from "../../storage/storage.ts";
import { CommitListeners, foreignCommit, ownCommit } from "./commit-listeners.ts";
import type { AppliedCommit, WriterStart } from "./writer.ts";

/**
 * The state of a process that follows the commits of others, and its listeners. Only one of its
 * methods may run at a time.
 */
export class FollowedState {
  readonly listeners: CommitListeners;
  readonly #onApplied: (commit: AppliedCommit) => void;
  #state: State;
  #position: number;

  constructor({
    state,
    position,
    onFailure,
    onApplied = () => undefined,
  }: Omit<WriterStart, "now">) {
    this.#onApplied = onApplied;
    this.listeners = new CommitListeners(onFailure);
    this.#state = state;
    this.#position = position;
  }

  get state(): State {
    return this.#state;
  }

  get position(): number {
    return this.#position;
  }

  /**
   * The commit of a batch of this process; listeners get the changes without revisions. Rejects with
   * an `InvariantError` if the batch is not based on this state.
   */
  async commitOwn(batch: Batch, changes: readonly Change[], position: number): Promise<void> {
    requireFollowing(batch, this.#state, position);
    const { after } = batch;
    this.#state = after;
    this.#position = position;
    this.#onApplied({ position, batchId: batch.id, changes: batch.changes, state: after });
    await this.listeners.notify(changes, after, ownCommit);
  }

  /**
   * Applies commits of others, oldest first. It yields to readers between the changes, and they see
   * each commit as a whole. Commits that the state already has are skipped. Rejects with
   *
   * - a `LogLostError` if a commit is missing, or is based on another state.
   * - a `StorageError` if a commit has a format that this version does not know.
   */
  async follow(commits: readonly LoggedCommit[]): Promise<void> {
    for (const commit of commits) {
      if (commit.position > this.#position) {
        await this.#followOne(commit);
      }
    }
  }

  /** The next commit of another process; listeners get the changes without revisions. */
  async advance(commit: AppliedCommit): Promise<void> {
    requireRisen(this.#position, commit.position);
    this.#state = commit.state;
    this.#position = commit.position;
    this.#onApplied(commit);
    const visible = commit.changes.filter(({ kind }) => kind !== "revision.advanced");
    if (visible.length > 0) {
      await this.listeners.notify(visible, commit.state, foreignCommit);
    }
  }

  /** Another state, which does not follow the ones before: listeners must drop what they know. */
  async replace(state: State, position: number): Promise<void> {
    this.#state = state;
    this.#position = position;
    await this.listeners.notifyReload(state);
  }

  async #followOne({ position, batchId, format, changes }: LoggedCommit): Promise<void> {
    if (position !== this.#position + 1) {
      throw new LogLostError(`The log has no commit ${this.#position + 1}`);
    }
    if (format > logFormat) {
      throw new StorageError(
        `A later version wrote the log in format ${format}, and this one knows format ${logFormat}`,
      );
    }
    const replayed = await this.#replay(changes, position);
    await this.advance({ position, batchId, ...replayed });
  }

  async #replay(changes: string, position: number) {
    try {
      const logged: readonly LoggedChange[] = JSON.parse(changes);
      return await runYielding(replayLoggedChanges(this.#state, logged));
    } catch (cause) {
      throw new LogLostError(`Commit ${position} is not based on this state`, { cause });
    }
  }
}
