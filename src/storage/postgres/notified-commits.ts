import type { LoggedCommit } from "../shared-storage.ts";
import type { KnownCommits } from "./known-commits.ts";
import { openSealedCommit, type SealedCommit, sealedText } from "./sealed-commit.ts";

/** A commit further ahead is not stored here; the log has it. */
const distanceMax = 64;

/**
 * Commits in notifications: the ones of this process for other processes, and the others' until
 * they are applied. So most commits need not be read from the log.
 */
export class NotifiedCommits {
  readonly #known: KnownCommits;
  readonly #sealed = new Map<number, SealedCommit>();
  #secret: string | null = null;
  /** Whether notifications of this process contain its commits, or only their positions. */
  areSent = true;

  constructor(known: KnownCommits) {
    this.#known = known;
  }

  /** How many commits of other processes are stored here. */
  get keptCount(): number {
    return this.#sealed.size;
  }

  /**
   * Must be called after loading the state, and after a start with a copy: commits sent before may
   * be lost. Without a secret the log is read.
   */
  restart(secret: string | null): void {
    this.#sealed.clear();
    this.#secret = secret;
  }

  /** The text of a notification; null if other processes must read this commit from the log. */
  textOf(commit: LoggedCommit): string | null {
    const before = this.#known.markAt(commit.position - 1);
    return this.#secret === null || before === null || !this.areSent
      ? null
      : sealedText(this.#secret, commit, before);
  }

  /** Adds a commit of a notification. It is verified when it is applied. */
  add(commit: SealedCommit): void {
    const { position } = commit;
    if (this.#known.isNews(position) && !this.#known.isNews(position - distanceMax)) {
      this.#sealed.set(position, commit);
    }
    if (this.#sealed.size > distanceMax) {
      this.#forget((each) => !this.#known.isNews(each));
    }
  }

  /**
   * Removes and returns the notified commits after a position. `KnownCommits` has them from then
   * on.
   */
  takeAfter(position: number): readonly LoggedCommit[] {
    const commits: LoggedCommit[] = [];
    for (let next = position + 1; ; next++) {
      const commit = this.#take(next);
      if (commit === null) {
        this.#forget((each) => each < next);
        return commits;
      }
      commits.push(commit);
    }
  }

  #take(position: number): LoggedCommit | null {
    const sealed = this.#sealed.get(position);
    this.#sealed.delete(position);
    const before = this.#known.markAt(position - 1);
    if (sealed === undefined || before === null || this.#secret === null) {
      return null;
    }
    const commit = openSealedCommit(this.#secret, sealed, before);
    if (commit !== null) {
      this.#known.remember({ ...before, position, batchId: commit.batchId });
    }
    return commit;
  }

  #forget(isOld: (position: number) => boolean): void {
    for (const position of this.#sealed.keys()) {
      if (isOld(position)) {
        this.#sealed.delete(position);
      }
    }
  }
}
