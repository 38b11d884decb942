import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Change } from "../../core/model/change.ts";
import { emptyState, type State } from "../../core/model/state.ts";
import { type OpenedStorage, StorageError } from "../../storage/storage.ts";

/** Opens a data directory; creates it if it is missing. Rejects with a `StorageError`. */
export type OpenCopy = (directory: string) => Promise<OpenedStorage>;

/** A part of a copy: the changes after the parts before it, and the state after them. */
export interface CopyPart {
  readonly changes: readonly Change[];
  readonly state: State;
}

const copyName = /^copy-(?<number>\d{1,9})$/;
const unfinishedName = "unfinished-copy";
const ownerOnly = { recursive: true, mode: 0o700 } as const;

/**
 * The copies of another server's data in a directory. A new copy is written next to the one in use,
 * and gets its name when it is complete. So a process that is killed at any moment finds a complete
 * one.
 */
export class CopyDirectory {
  readonly #directory: string;
  readonly #open: OpenCopy;

  /** Throws a `StorageError` for the data directory of an ordinary server. */
  constructor(directory: string, open: OpenCopy) {
    this.#directory = directory;
    this.#open = open;
    if (existsSync(join(directory, "gatehouse.db"))) {
      throw new StorageError(
        `${directory}: it has the data of a server, and a copy of another one needs a directory of its own`,
      );
    }
    mkdirSync(directory, ownerOnly);
    this.#remove(unfinishedName);
  }

  /** The latest complete copy; undefined without one. A damaged one is reported and removed. */
  async openLatest(onDamage: (error: unknown) => void): Promise<OpenedStorage | undefined> {
    for (const number of this.#numbers()) {
      const name = `copy-${number}`;
      try {
        const opened = await this.#open(join(this.#directory, name));
        this.#removeBut(number);
        return opened;
      } catch (error) {
        if (!(error instanceof StorageError)) {
          throw error;
        }
        onDamage(error);
        this.#remove(name);
      }
    }
    return undefined;
  }

  /**
   * Writes a copy, and opens it once it is complete. `parts` yields its content, and returns the id
   * of its latest batch.
   */
  async write(
    parts: Iterator<CopyPart, string> | AsyncIterator<CopyPart, string>,
  ): Promise<OpenedStorage> {
    this.#remove(unfinishedName);
    const unfinished = join(this.#directory, unfinishedName);
    const opened = await this.#open(unfinished);
    try {
      await fill(opened, parts);
    } finally {
      await opened.storage.close();
    }
    const [latest = 0] = this.#numbers();
    const complete = join(this.#directory, `copy-${latest + 1}`);
    renameSync(unfinished, complete);
    return this.#open(complete);
  }

  /** How long ago the latest copy was written, at least; 0 without one. */
  ageMs(now: number): number {
    const [latest] = this.#numbers();
    const directory = join(this.#directory, `copy-${latest}`);
    const times =
      latest === undefined
        ? []
        : readdirSync(directory).map((name) => statSync(join(directory, name)).mtimeMs);
    const written = times.length === 0 ? now : Math.max(...times);
    return Math.max(0, now - written);
  }

  /** Removes the copies before the latest one, which must be closed. */
  removeOld(): void {
    const [latest = 0] = this.#numbers();
    this.#removeBut(latest);
  }

  #removeBut(kept: number): void {
    for (const number of this.#numbers()) {
      if (number !== kept) {
        this.#remove(`copy-${number}`);
      }
    }
  }

  /** The latest first. */
  #numbers(): readonly number[] {
    return readdirSync(this.#directory)
      .flatMap((name) => copyName.exec(name)?.groups?.number ?? [])
      .map(Number)
      .sort((left, right) => right - left);
  }

  #remove(name: string): void {
    rmSync(join(this.#directory, name), { recursive: true, force: true });
  }
}

async function fill(
  { storage, ...opened }: OpenedStorage,
  parts: Iterator<CopyPart, string> | AsyncIterator<CopyPart, string>,
): Promise<void> {
  let { position } = opened;
  let before = emptyState;
  const commit = async (id: string, changes: readonly Change[], after: State) => {
    position = await storage.commit({ id, changes, before, after, position });
    before = after;
  };
  for (;;) {
    const { done, value } = await parts.next();
    if (done === true) {
      await commit(value, [], before);
      return;
    }
    await commit("unfinished", value.changes, value.state);
  }
}
