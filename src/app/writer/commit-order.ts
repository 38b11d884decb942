/** A process without a commit for this long has nothing to commit. */
const activeMs = 100;
const patienceMsMin = 2;
const patienceMsMax = 20;
/** A process waits for another one at most this many times the usual duration of a commit. */
const patienceFactor = 3;
const lossesRemembered = 8;
const latestWeight = 0.2;

export interface CommitsAhead {
  readonly count: number;
  /** How long to wait for them. */
  readonly waitMs: number;
}

/**
 * Orders the commits of processes that share a storage, while they conflict. A process that has
 * lost a race lets the others commit once before it retries. Otherwise most of the work of all
 * would be wasted. No process holds a lock, so a frozen or ended process delays the others by
 * milliseconds, and only once.
 */
export class CommitOrder {
  readonly #own: string;
  /** When each process last committed: the processes in the commit order. */
  readonly #seenAtMs = new Map<string, number>();
  #last: string;
  /** How many commits ago a race was lost, counted down. */
  #losses = 0;
  #commitMs = patienceMsMin;

  /** The name of this process, which is in the ids of its batches. */
  constructor(own: string) {
    this.#own = own;
    this.#last = own;
  }

  /** A commit of any process was applied. */
  committed(batchId: string, nowMs: number): void {
    const process = processOf(batchId);
    // Processes that were due before it and did not commit have nothing to commit.
    for (const skipped of this.#between(this.#last, process, nowMs)) {
      this.#seenAtMs.delete(skipped);
    }
    this.#seenAtMs.set(process, nowMs);
    this.#last = process;
  }

  /** A commit of this process succeeded after this time. */
  kept(commitMs: number): void {
    this.#commitMs += (commitMs - this.#commitMs) * latestWeight;
    this.#losses = Math.max(0, this.#losses - 1);
  }

  /** Another process committed before this one. */
  lost(): void {
    this.#losses = lossesRemembered;
  }

  /** Other processes committed while this process waited for this many commits. */
  waited(count: number): void {
    if (count > 0) {
      this.#losses = lossesRemembered;
    }
  }

  /** No other process committed while this one waited. */
  waitedInVain(): void {
    this.#losses = 0;
  }

  /** Whether processes currently wait for each other. */
  get isOrdered(): boolean {
    return this.#losses > 0;
  }

  /** The commits of other processes to wait for; none if this process is next. */
  ahead(nowMs: number): CommitsAhead {
    const count = this.isOrdered ? this.#between(this.#last, this.#own, nowMs).length : 0;
    const patienceMs = Math.max(patienceMsMin, this.#commitMs * patienceFactor);
    return { count, waitMs: count * Math.min(patienceMsMax, patienceMs) };
  }

  /** The other processes between two in the commit order. */
  #between(from: string, to: string, nowMs: number): readonly string[] {
    const others: string[] = [];
    for (const [process, seenAtMs] of this.#seenAtMs) {
      if (nowMs - seenAtMs > activeMs) {
        this.#seenAtMs.delete(process);
      } else if (process !== from && process !== to && isBetween(process, from, to)) {
        others.push(process);
      }
    }
    return others;
  }
}

/** Whether a name is between two others in a circle. If these two are the same, it is. */
function isBetween(name: string, from: string, to: string): boolean {
  return from < to ? from < name && name < to : from < name || name < to;
}

const nameLength = 8;

/** A new name of a process, which is the prefix of its batch ids. */
export function newProcessName(): string {
  return crypto.randomUUID().slice(0, nameLength);
}

export function newBatchId(process: string): string {
  return process + crypto.randomUUID().slice(nameLength);
}

function processOf(batchId: string): string {
  return batchId.slice(0, nameLength);
}
