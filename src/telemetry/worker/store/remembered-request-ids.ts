import type { BunSQLiteDatabase } from "drizzle-orm/bun-sqlite";
import type { RequestIdLimits } from "../../messages/worker-settings.ts";
import type { SubmissionId } from "../port/telemetry-store.ts";
import { prepareRequestIdRows, type RequestIdRows, type StoredId } from "./request-id-rows.ts";
import { type IdNumbers, numbersOf, RequestIdSet } from "./request-id-set.ts";

/**
 * By how much ids age at most from one call to the next. Otherwise a clock that jumps ahead would
 * make the server drop all ids at once.
 */
const ageStepMsMax = 5 * 60_000;

/** To be called when the transaction of a change has been committed. */
export type Confirm = () => void;

/**
 * The ids of counted submissions. They are in a table in the order of counting, which is cheap to
 * write, and in a set in memory: an index on disk would read and write a random page for each id.
 * An id is removed when it is older than `keptMs`. When there are too many, an environment above
 * its equal share loses its oldest ids. So no environment makes the server drop ids of another one
 * within its share.
 */
export class RememberedRequestIds {
  readonly #rows: RequestIdRows;
  readonly #limits: RequestIdLimits;
  readonly #set: RequestIdSet;
  /** How many ids of each environment there are. */
  readonly #counts = new Map<number, number>();
  /** A clock that stops while the server is stopped, and never jumps; see `ageStepMsMax`. */
  #time: number | undefined;
  #lastMs: number | undefined;

  /** `seed` must be random, so that no client can choose ids that collide. */
  constructor(database: BunSQLiteDatabase, limits: RequestIdLimits, seed: number) {
    this.#rows = prepareRequestIdRows(database);
    this.#limits = limits;
    this.#set = new RequestIdSet(seed);
  }

  /** Reads the ids of the database; must be called first. */
  load(): void {
    for (const { ids, countedAt } of this.#rows.pages()) {
      if (ids.length > 0) {
        this.#time = countedAt;
        this.#added(ids.map(wordsOfStored));
      }
    }
  }

  has(id: SubmissionId): boolean {
    return this.#set.has(numbersOf(id));
  }

  /** Stores the ids of a commit, in its transaction. */
  add(ids: readonly SubmissionId[], nowMs: number): Confirm {
    this.#rows.insert(ids, this.#passTime(nowMs));
    const dropped = this.#dropExcess(ids);
    return () => {
      this.#added(ids.map(numbersOf));
      this.#removed(dropped);
    };
  }

  /** Removes old ids, in a transaction. */
  removeOld(nowMs: number): Confirm {
    const old = this.#rows.removeBefore(this.#passTime(nowMs) - this.#limits.keptMs);
    return () => this.#removed(old);
  }

  /** Removes the ids of a deleted environment, in a transaction. */
  removeEnvironment(environmentId: number): Confirm {
    const count = this.#counts.get(environmentId) ?? 0;
    const ids = this.#rows.removeOldest(environmentId, count);
    return () => this.#removed(ids);
  }

  #passTime(nowMs: number): number {
    const passedMs = nowMs - (this.#lastMs ?? nowMs);
    this.#lastMs = nowMs;
    this.#time = (this.#time ?? nowMs) + Math.min(Math.max(passedMs, 0), ageStepMsMax);
    return this.#time;
  }

  /** Removes excess ids after an insert. Returns the removed ids. */
  #dropExcess(ids: readonly SubmissionId[]): readonly StoredId[] {
    if (this.#set.size + ids.length <= this.#limits.idsMax) {
      return [];
    }
    const counts = new Map(this.#counts);
    for (const { environmentId } of ids) {
      addTo(counts, environmentId, 1);
    }
    const { idsMax, idsPerEnvironmentMin } = this.#limits;
    const limit = Math.max(idsMax, idsPerEnvironmentMin * counts.size);
    const share = Math.floor(limit / counts.size);
    const dropped: StoredId[] = [];
    for (let excess = this.#set.size + ids.length - limit; excess > 0; ) {
      const [largest, count] = largestOf(counts);
      const dropCount = Math.min(excess, count - share);
      dropped.push(...this.#rows.removeOldest(largest, dropCount));
      counts.set(largest, count - dropCount);
      excess -= dropCount;
    }
    return dropped;
  }

  #added(ids: readonly IdNumbers[]): void {
    for (const words of ids) {
      if (this.#set.add(words)) {
        addTo(this.#counts, words[0] ?? 0, 1);
      }
    }
  }

  #removed(ids: readonly StoredId[]): void {
    for (const id of ids) {
      if (this.#set.remove(wordsOfStored(id))) {
        addTo(this.#counts, id[0], -1);
      }
    }
  }
}

function wordsOfStored([environmentId, bytes]: readonly [...StoredId, ...unknown[]]): IdNumbers {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Uint32Array.of(
    environmentId,
    view.getUint32(0),
    view.getUint32(4),
    view.getUint32(8),
    view.getUint32(12),
  );
}

function addTo(counts: Map<number, number>, environmentId: number, added: number): void {
  const count = (counts.get(environmentId) ?? 0) + added;
  if (count > 0) {
    counts.set(environmentId, count);
  } else {
    counts.delete(environmentId);
  }
}

function largestOf(counts: ReadonlyMap<number, number>): readonly [number, number] {
  return counts.entries().reduce((most, other) => (other[1] > most[1] ? other : most));
}
