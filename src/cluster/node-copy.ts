import type { AppliedCommit } from "../app/writer/writer.ts";
import { applyChangeList } from "../core/model/apply-change-list.ts";
import type { Change } from "../core/model/change.ts";
import { changesOfState } from "../core/model/changes-of-state.ts";
import { emptyState, type State } from "../core/model/state.ts";
import type { CopyDirectory, CopyPart } from "../replication/local-copy/copy-directory.ts";
import type { OpenedStorage } from "../storage/storage.ts";
import { copiedChanges } from "./copied-changes.ts";

/** The commit of a database that a state has. */
export interface CopyMark {
  readonly position: number;
  readonly batchId: string;
  readonly epoch: string;
}

/** A state of a database. */
export interface MarkedState extends CopyMark {
  readonly state: State;
}

export interface NodeCopyOptions {
  readonly copies: CopyDirectory;
  /** Called with the first of consecutive failures. */
  readonly onFault: (error: unknown) => void;
}

/** With more changes, the waiting ones are reduced to the part that the copy needs. */
const waitingChangesMax = 50_000;
/** With more after that, the copy is rebuilt. So reducing is rare. */
const reducedChangesMax = waitingChangesMax / 2;
const changesPerCommit = 2_000;
const retryMs = 10_000;
/**
 * The next commits of the copy wait for this long. Otherwise a server with many writes would write
 * each of them twice, and the other servers all of them.
 */
const pauseMs = 1_000;
/** This many changes do not wait. */
const pausedChangesMax = 10_000;
const markForm = /^(?<position>\d{1,15}) (?<batchId>[\w-]{1,100}) (?<epoch>[\w-]{1,100})$/;

/**
 * The latest complete copy of a database on this server. Undefined without one, and for a copy of a
 * database that was empty. The id of its latest batch shows which commit it has, so that both are
 * stored at once.
 */
export async function openNodeCopy(
  copies: CopyDirectory,
  onDamage: (error: unknown) => void,
): Promise<{ readonly opened: OpenedStorage; readonly mark: CopyMark } | undefined> {
  const opened = await copies.openLatest(onDamage);
  if (opened === undefined) {
    return undefined;
  }
  const { position, batchId, epoch } = markForm.exec(opened.latestBatchId ?? "")?.groups ?? {};
  const isEmpty = opened.state.projects.isEmpty();
  if (isEmpty || position === undefined || batchId === undefined || epoch === undefined) {
    await opened.storage.close();
    return undefined;
  }
  return { opened, mark: { position: Number(position), batchId, epoch } };
}

/**
 * Maintains a copy of a database on this server, which lets it start while the database is
 * unreachable (docs/cluster.md#start-without-the-database). Readers and writers never wait for it.
 */
export class NodeCopy {
  readonly #options: NodeCopyOptions;
  #opened: OpenedStorage | undefined;
  /** The state of the copy on the disk; undefined if it must be rebuilt. */
  #kept: MarkedState | undefined;
  #latest: MarkedState;
  #waiting: (readonly Change[])[] = [];
  #waitingChanges = 0;
  #working: Promise<void> | undefined;
  #endPause: (() => void) | undefined;
  /** Rises whenever the copy must be rebuilt. */
  #generation = 0;
  #isFailing = false;
  #isStopped = false;
  #retry: Timer | undefined;

  /** `opened` is the copy that is continued, with the state `latest`. */
  constructor(options: NodeCopyOptions, latest: MarkedState, opened: OpenedStorage | undefined) {
    this.#options = options;
    this.#latest = latest;
    this.#opened = opened;
    this.#kept = opened === undefined ? undefined : latest;
    if (opened === undefined) {
      this.#work();
    }
  }

  /** Adds a commit of the database with the given epoch. */
  add(commit: AppliedCommit, epoch: string): void {
    const { position, batchId, state, changes } = commit;
    this.#latest = { position, batchId, state, epoch };
    this.#waiting.push(changes);
    this.#waitingChanges += changes.length;
    if (this.#waitingChanges > waitingChangesMax) {
      this.#reduce();
    }
    if (this.#waitingChanges > pausedChangesMax) {
      this.#endPause?.();
    }
    this.#work();
  }

  /** Must be called with a loaded state: the copy is rebuilt. */
  replace(loaded: MarkedState): void {
    this.#latest = loaded;
    this.#forget();
    this.#work();
  }

  /** Stores the waiting commits, but begins no other copy. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    this.#endPause?.();
    await this.#working;
    await this.#followLast();
    await this.#opened?.storage.close();
  }

  async #followLast(): Promise<void> {
    if (this.#kept !== undefined && this.#opened !== undefined && this.#waiting.length > 0) {
      try {
        await this.#follow(this.#kept, this.#opened);
      } catch (error) {
        this.#failed(error);
      }
    }
  }

  /** Without this, a rebuild under frequent changes to the same gates would never finish. */
  #reduce(): void {
    const reduced = copiedChanges(this.#waiting.flat(), this.#latest.state);
    if (reduced.length > reducedChangesMax) {
      this.#forget();
    } else {
      this.#waiting = [reduced];
      this.#waitingChanges = reduced.length;
    }
  }

  #forget(): void {
    this.#generation++;
    this.#kept = undefined;
    this.#waiting = [];
    this.#waitingChanges = 0;
  }

  #work(): void {
    if (this.#retry === undefined && !this.#isStopped) {
      this.#working ??= this.#workWhileDue();
    }
  }

  async #workWhileDue(): Promise<void> {
    try {
      while (this.#kept?.position !== this.#latest.position) {
        if (this.#isStopped && this.#kept === undefined) {
          break;
        }
        await (this.#kept === undefined || this.#opened === undefined
          ? this.#rebuild()
          : this.#follow(this.#kept, this.#opened));
        await this.#pause();
      }
      this.#isFailing = false;
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#working = undefined;
    }
  }

  /** After a failure the state of the copy is unknown; the database has everything. */
  #failed(error: unknown): void {
    this.#forget();
    if (!this.#isFailing) {
      this.#options.onFault(error);
    }
    this.#isFailing = true;
    if (this.#isStopped) {
      return;
    }
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#work();
    }, retryMs);
    this.#retry.unref();
  }

  /** Waiting commits become one, as each costs a write to the disk. */
  async #follow(kept: MarkedState, opened: OpenedStorage): Promise<void> {
    const waiting = this.#waiting.splice(0);
    this.#waitingChanges = 0;
    const { position, batchId, epoch, state } = this.#latest;
    await opened.storage.commit({
      id: textOfMark({ position, batchId, epoch }),
      changes: copiedChanges(waiting.flat(), state),
      before: kept.state,
      after: state,
      position: kept.position,
    });
    if (this.#kept === kept) {
      this.#kept = { position, batchId, epoch, state };
    }
  }

  async #pause(): Promise<void> {
    if (this.#isStopped) {
      return;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, pauseMs);
    timer.unref();
    this.#endPause = resolve;
    await promise;
    clearTimeout(timer);
    this.#endPause = undefined;
  }

  async #rebuild(): Promise<void> {
    const made = this.#latest;
    const generation = this.#generation;
    this.#waiting = [];
    this.#waitingChanges = 0;
    const old = this.#opened;
    this.#opened = undefined;
    await old?.storage.close();
    this.#opened = await this.#options.copies.write(partsOf(made));
    this.#options.copies.removeOld();
    this.#kept = generation === this.#generation ? made : undefined;
  }
}

function* partsOf(made: MarkedState): Generator<CopyPart, string> {
  let state = emptyState;
  const part = (changes: readonly Change[]): CopyPart => {
    state = applyChangeList(state, changes);
    return { changes, state };
  };
  let changes: Change[] = [];
  for (const change of changesOfState(made.state)) {
    changes.push(change);
    if (changes.length >= changesPerCommit) {
      yield part(changes);
      changes = [];
    }
  }
  yield part(changes);
  return textOfMark(made);
}

function textOfMark({ position, batchId, epoch }: CopyMark): string {
  return `${position} ${batchId} ${epoch}`;
}
