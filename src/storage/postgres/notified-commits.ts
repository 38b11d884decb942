import type { LoggedCommit } from "../shared-storage.ts";
import type { KnownCommits } from "./known-commits.ts";
import { openSealedCommit, type SealedCommit, sealedText } from "./sealed-commit.ts";

/** A commit that is more positions ahead is not kept here; the log has it. */
const distanceMax = 64;

/**
 * Commits in notifications: those of this process for the others, and those of the others until they
 * are followed. So most commits need not be read from the log.
 */
export class NotifiedCommits {
  readonly #known: KnownCommits;
  readonly #sealed = new Map<number, SealedCommit>();
  #secret: string | null = null;
  /** Whether notifications of this process have its commits, or only their positions. */
  areSent = true;

  constructor(known: KnownCommits) {
    this.#known = known;
  }

  /** How many commits of others are kept here. */
  get keptCount(): number {
    return this.#sealed.size;
  }

  /**
   * Must be called when the state was loaded, and after a start with a copy: commits that were sent
   * before may be lost. Without a secret the log is read.
   */
  restart(secret: string | null): void {
    this.#sealed.clear();
    this.#secret = secret;
  }

  /** The text of a notification; null if others are to read this commit from the log. */
  textOf(commit: LoggedCommit): string | null {
    const before = this.#known.markAt(commit.position - 1);
    return this.#secret === null || before === null || !this.areSent
      ? null
      : sealedText(this.#secret, commit, before);
  }

  /** A notification told of a commit. Whether it is true shows when it is followed. */
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
   * Removes and returns the commits after a position that notifications had. `KnownCommits` has them
   * from then on.
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
