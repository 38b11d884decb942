import type { Change } from "../../core/model/change.ts";
import type { Draft } from "../../core/model/draft.ts";
import type { State } from "../../core/model/state.ts";

/**
 * Reads the draft's state, records changes in the draft, and returns the answer. If it throws, its
 * changes are dropped; a `GatehouseError` is a refusal.
 *
 * A command may run again, on a later state, before it is answered: only its last run counts. So it
 * depends on the draft alone, and changes nothing else; random values may differ between runs.
 */
export type Command<Answer> = (draft: Draft) => Answer;

/** A command that takes long: it yields between steps of a few milliseconds at most. */
export type SteppedCommand<Answer> = (draft: Draft) => Generator<void, Answer>;

export interface CommitOrigin {
  /** Whether commands of this process made the changes; otherwise another process did. */
  readonly isOwn: boolean;
}

/**
 * Called after each commit with changes: readers already see them, and callers are not answered
 * yet.
 */
export type CommitListener = (
  changes: readonly Change[],
  state: State,
  origin: CommitOrigin,
) => void;

/** Called when a loaded state replaced the state: everything may have changed. */
export type ReloadListener = (state: State) => void;

/** A commit that a process has committed or followed. */
export interface AppliedCommit {
  readonly position: number;
  readonly batchId: string;
  /** With the revisions. */
  readonly changes: readonly Change[];
  /** The state after the commit. */
  readonly state: State;
}

/** The initial state of a writer. */
export interface WriterStart {
  readonly state: State;
  /** The position of the latest commit in the state. */
  readonly position: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called with the error of a failed commit or of a listener. */
  readonly onFailure: (error: unknown) => void;
  /** Called with each commit, before listeners; not for a state that is loaded again. */
  readonly onApplied?: ((commit: AppliedCommit) => void) | undefined;
}

/**
 * Applies all changes of the state, one command after the other, each on the state after the one
 * before. It is the only writer of the state of this process.
 */
export interface Writer {
  /** The committed state, which all readers use. */
  readonly state: State;
  /** The position of the latest commit in the state; rises with each commit. */
  readonly position: number;
  /** How many commands wait for a commit to start. */
  readonly waitingCount: number;

  /** Calls the listener after each commit, until the returned function is called. */
  onCommit(listener: CommitListener): () => void;

  /** Calls the listener after each reload, until the returned function is called. */
  onReload(listener: ReloadListener): () => void;

  /**
   * Resolves with the command's answer when its changes are durable. Rejects with
   *
   * - the error that the command threw.
   * - `unavailable` if too many commands are waiting, the commit fails or the writer is closed. The
   *   message says so if the changes may still be committed.
   * - an `UnstorableChangesError` if the storage cannot hold the command's changes.
   */
  submit<Answer>(command: Command<Answer>): Promise<Answer>;

  /**
   * As `submit`, for a command that takes long. Reads are served between its steps, and other
   * commands wait; it has its own commit.
   */
  submitInSteps<Answer>(command: SteppedCommand<Answer>): Promise<Answer>;

  /** Accepts no more commands, and resolves when all accepted ones are answered. */
  close(): Promise<void>;
}
