import type { Change } from "../../core/model/change.ts";
import { loggedChange } from "../../core/model/logged-change.ts";
import type { State } from "../../core/model/state.ts";
import { type CommitPosition, isSamePosition } from "./commit-position.ts";
import { replicatedChanges } from "./replicated-changes.ts";

export interface ReplicatedCommit extends CommitPosition {
  readonly changes: readonly Change[];
  /** The state after the commit. */
  readonly state: State;
}

interface KeptCommit extends ReplicatedCommit {
  /** The JSON text for replicas; created at the first request. */
  text: string | undefined;
}

const commitsMax = 1_000;
const changesMax = 20_000;
/** A longer text is generated again for each replica. */
const keptTextLengthMax = 64 * 1024;

/**
 * The latest commits of this process, which replicas follow. Bounded: a replica that was
 * disconnected for longer loads the whole state. Without replicas only the latest commit is known.
 */
export class ReplicatedCommits {
  readonly #listeners = new Set<() => void>();
  #kept: KeptCommit[] = [];
  #changeCount = 0;
  /** The commit before the first stored one. */
  #base: CommitPosition;
  #latest: CommitPosition & { readonly state: State };

  constructor(latest: CommitPosition & { readonly state: State }) {
    this.#latest = latest;
    this.#base = latest;
  }

  get latest(): CommitPosition & { readonly state: State } {
    return this.#latest;
  }

  add(commit: ReplicatedCommit): void {
    this.#latest = commit;
    this.#kept.push({ ...commit, text: undefined });
    this.#changeCount += commit.changes.length;
    while (
      this.#kept.length > commitsMax ||
      this.#changeCount > changesMax ||
      (commit.state.replicas.isEmpty() && this.#kept.length > 0)
    ) {
      const dropped = this.#kept.shift();
      this.#changeCount -= dropped?.changes.length ?? 0;
      this.#base = dropped ?? commit;
    }
    this.#notify();
  }

  /** Restarts with another state, which does not follow the states that replicas had before. */
  restart(latest: CommitPosition & { readonly state: State }): void {
    this.#latest = latest;
    this.#base = latest;
    this.#kept = [];
    this.#changeCount = 0;
    this.#notify();
  }

  /** The texts of at most `countMax` commits after a position; undefined if they do not follow it. */
  after(position: CommitPosition, countMax: number): readonly ReplicatedText[] | undefined {
    const start = isSamePosition(position, this.#base)
      ? 0
      : this.#kept.findLastIndex((each) => isSamePosition(each, position)) + 1;
    return start === 0 && !isSamePosition(position, this.#base)
      ? undefined
      : this.#kept.slice(start, start + countMax).map(textOf);
  }

  /** Calls the listener after each commit, until the returned function is called. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

export interface ReplicatedText extends CommitPosition {
  /** A JSON list of logged changes. */
  readonly changes: string;
}

function textOf(commit: KeptCommit): ReplicatedText {
  const { position, batchId } = commit;
  const changes = commit.text ?? changesText(commit);
  if (changes.length <= keptTextLengthMax) {
    commit.text = changes;
  }
  return { position, batchId, changes };
}

function changesText({ changes, state }: ReplicatedCommit): string {
  return JSON.stringify(Array.from(replicatedChanges(changes, state), loggedChange));
}
