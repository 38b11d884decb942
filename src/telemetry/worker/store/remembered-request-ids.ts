import type { RequestIdLimits } from "../../messages/worker-settings.ts";
import {
  EnvironmentRequestIds,
  type EnvironmentRows,
  type StoredRow,
} from "./environment-request-ids.ts";
import { noEntry, RequestIdTable } from "./request-id-table.ts";
import { wordsPerId } from "./request-id-words.ts";

/**
 * By how much ids age at most from one call to the next. A clock that jumps ahead would otherwise
 * make the server forget all ids at once.
 */
const ageStepMsMax = 5 * 60_000;
/** Ids that are dropped at once from the environment with the most. */
const droppedAtOnceMax = 1_024;

/** Changes of the database, which `confirm` takes over when they are committed. */
export interface RequestIdWrites {
  readonly written: readonly { readonly id: number; readonly words: Uint32Array }[];
  readonly removed: readonly number[];
  readonly environments: readonly EnvironmentRows[];
}

/**
 * The ids of counted submissions, in memory: an index on disk would read and write a random page
 * for each id. An id is dropped when it is older than `keptMs`. When there are too many, an
 * environment with more than an equal share of the room loses its oldest: so no environment makes
 * the server forget ids of another one that has no more than its share.
 */
export class RememberedRequestIds {
  readonly #limits: RequestIdLimits;
  readonly #table: RequestIdTable;
  readonly #environments = new Map<number, EnvironmentRequestIds>();
  /** The environment of the last id that was added: most ids of a row have the same. */
  #latest: EnvironmentRequestIds | undefined;
  #emptiedRows: number[] = [];
  #lastRow = 0;
  /** How many milliseconds all ids have aged since the first call; see `ageStepMsMax`. */
  #age = 0;
  #lastMs: number | undefined;

  /** `seed` must be random, so that no client can choose ids that collide. */
  constructor(limits: RequestIdLimits, seed: number) {
    this.#limits = limits;
    this.#table = new RequestIdTable(seed);
  }

  has(words: Uint32Array): boolean {
    return this.#table.has(words);
  }

  /** Makes room for so many ids at once, within the limit. */
  reserve(ids: number): void {
    this.#table.reserve(Math.min(ids, this.#limits.idsMax));
  }

  /** Adds the ids of a commit, `wordsPerId` words each. */
  add(words: Uint32Array, nowMs: number): void {
    this.#passTime(nowMs);
    for (let at = 0; at < words.length; at += wordsPerId) {
      const entry = this.#table.add(words, at);
      if (entry !== noEntry) {
        const ids = this.#idsOf(words[at] ?? noEntry);
        ids.append(entry);
        this.#dropExcess(ids);
      }
    }
  }

  /** Adds the ids of a row of the database. Rows must be loaded in the order of their ids. */
  load(rowId: number, words: Uint32Array, writtenMs: number): void {
    this.#passTime(writtenMs);
    this.#lastRow = rowId;
    const row = { id: rowId, begunAt: this.#age, writtenAt: this.#age, idCount: 0 };
    for (let at = 0; at < words.length; at += wordsPerId) {
      const entry = this.#table.add(words, at);
      if (entry !== noEntry) {
        const ids = this.#idsOf(words[at] ?? noEntry);
        ids.appendStored(entry, row);
        this.#dropExcess(ids);
      }
    }
    if (row.idCount === 0) {
      this.#emptiedRows.push(rowId);
    }
  }

  /** Drops all ids of a deleted environment. */
  forget(environmentId: number): void {
    const ids = this.#environments.get(environmentId);
    if (ids !== undefined) {
      this.#emptied(ids, ids.dropOldest(ids.count));
    }
  }

  /** Drops old ids, and returns what must be written and removed. */
  writes(nowMs: number): RequestIdWrites {
    this.#passTime(nowMs);
    this.#dropOld();
    const environments: EnvironmentRows[] = [];
    let lastRow = this.#lastRow;
    for (const ids of this.#environments.values()) {
      if (ids.hasUnwritten) {
        const rows = ids.plannedRows(lastRow, this.#age);
        lastRow = Math.max(lastRow, rows.at(-1)?.id ?? 0);
        environments.push({ ids, rows });
      }
    }
    const written = environments.flatMap(({ ids, rows }) =>
      rows.map((row) => ({ id: row.id, words: ids.wordsOf(row) })),
    );
    return { written, removed: [...this.#emptiedRows], environments };
  }

  /** Must be called when the writes have been committed, before anything else. */
  confirm({ removed, environments }: RequestIdWrites): void {
    this.#emptiedRows = this.#emptiedRows.slice(removed.length);
    for (const { ids, rows } of environments) {
      ids.confirmRows(rows, this.#age);
      this.#lastRow = Math.max(this.#lastRow, rows.at(-1)?.id ?? 0);
    }
  }

  #passTime(nowMs: number): void {
    const passedMs = nowMs - (this.#lastMs ?? nowMs);
    this.#age += Math.min(Math.max(passedMs, 0), ageStepMsMax);
    this.#lastMs = nowMs;
  }

  #idsOf(environmentId: number): EnvironmentRequestIds {
    if (this.#latest?.environmentId === environmentId) {
      return this.#latest;
    }
    let ids = this.#environments.get(environmentId);
    if (ids === undefined) {
      ids = new EnvironmentRequestIds(environmentId, this.#table);
      this.#environments.set(environmentId, ids);
    }
    this.#latest = ids;
    return ids;
  }

  /** Must be called when an id of that environment was added. */
  #dropExcess(ids: EnvironmentRequestIds): void {
    const { idsMax, idsPerEnvironmentMin } = this.#limits;
    if (this.#table.size <= idsMax) {
      return;
    }
    const limit = Math.max(idsMax, idsPerEnvironmentMin * this.#environments.size);
    if (this.#table.size <= limit) {
      return;
    }
    const share = Math.floor(limit / this.#environments.size);
    if (ids.count > share) {
      this.#emptied(ids, ids.dropOldest(1));
      return;
    }
    const largest = this.#environments
      .values()
      .reduce((most, other) => (other.count > most.count ? other : most));
    const excess = largest.count - share;
    this.#emptied(largest, largest.dropOldest(Math.min(excess, droppedAtOnceMax)));
  }

  #dropOld(): void {
    const oldest = this.#age - this.#limits.keptMs;
    for (const ids of this.#environments.values()) {
      while ((ids.oldestRow?.writtenAt ?? oldest) < oldest) {
        this.#emptied(ids, ids.dropOldestRow());
      }
    }
  }

  #emptied(ids: EnvironmentRequestIds, rows: readonly StoredRow[]): void {
    for (const { id } of rows) {
      this.#emptiedRows.push(id);
    }
    if (ids.count === 0) {
      this.#environments.delete(ids.environmentId);
      this.#latest = undefined;
    }
  }
}
