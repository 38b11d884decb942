import type { SQL } from "bun";
import { SealedBytes } from "../../secrets/sealed-bytes.ts";
import type { LoggedCommit } from "../shared-storage.ts";
import type { KnownCommits } from "./known-commits.ts";
import { openSealedCommit, type SealedCommit, sealedText } from "./sealed-commit.ts";

/** Commits that are farther away are read from the log. */
const distanceMax = 64;

/**
 * Commits in notifications: those of this process for the others, and those of the others until they
 * are followed. So most commits need not be read from the log.
 */
export class NotifiedCommits {
  readonly #known: KnownCommits;
  readonly #sealed = new Map<number, SealedCommit>();
  #seals: SealedBytes | undefined;
  #hasReaders = true;

  constructor(known: KnownCommits) {
    this.#known = known;
  }

  /** Must be told whether other processes are alive. */
  writeForOthers(areThere: boolean): void {
    this.#hasReaders = areThere;
  }

  /** Until then no notification tells of a commit, and none is read. */
  async readKey(client: SQL): Promise<void> {
    const [row] = await client<{ key: string }[]>`
      select key from notification_key where id = 1`;
    this.#seals = row === undefined ? undefined : new SealedBytes(row.key);
  }

  /** The text of a notification; null if others are to read this commit from the log. */
  textOf(commit: LoggedCommit): string | null {
    const before = this.#known.markAt(commit.position - 1);
    return this.#seals === undefined || before === null || !this.#hasReaders
      ? null
      : sealedText(this.#seals, commit, before);
  }

  /** A notification told of a commit. Whether it is true shows when it is followed. */
  add(commit: SealedCommit): void {
    const { position } = commit;
    if (this.#known.isNews(position) && !this.#known.isNews(position - distanceMax)) {
      this.#sealed.set(position, commit);
    }
  }

  /** The commits after a position of which notifications told; after that they are known. */
  takeAfter(position: number): readonly LoggedCommit[] {
    const commits: LoggedCommit[] = [];
    for (let next = position + 1; ; next++) {
      const commit = this.#open(next);
      if (commit === null) {
        this.#forgetThrough(next);
        return commits;
      }
      commits.push(commit);
    }
  }

  #open(position: number): LoggedCommit | null {
    const sealed = this.#sealed.get(position);
    const before = this.#known.markAt(position - 1);
    if (sealed === undefined || before === null || this.#seals === undefined) {
      return null;
    }
    const commit = openSealedCommit(this.#seals, sealed, before);
    if (commit !== null) {
      this.#known.remember({ ...before, position, batchId: commit.batchId });
    }
    return commit;
  }

  #forgetThrough(position: number): void {
    for (const each of this.#sealed.keys()) {
      if (each <= position) {
        this.#sealed.delete(each);
      }
    }
  }
}
