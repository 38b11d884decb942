/** A process that did not commit for so long has nothing to commit. */
const activeMs = 100;
const patienceMsMin = 2;
const patienceMsMax = 20;
/** So many times the usual time of a commit another process is waited for. */
const patienceFactor = 3;
const lossesRemembered = 8;
const newestWeight = 0.2;

export interface CommitsAhead {
  readonly count: number;
  /** How long they are waited for. */
  readonly waitMs: number;
}

/**
 * Orders the commits of processes that share a storage, while they hinder each other: a process that
 * has lost a race lets the others commit once before it tries again, as else most of the work of all
 * is for nothing. Nobody holds a lock, so that a process that is frozen or gone delays the others by
 * milliseconds, and only once.
 */
export class CommitOrder {
  readonly #own: string;
  /** When each process last committed: the ones that may take turns. */
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
    // Those whose turn was before it and who did not take it have nothing to commit.
    for (const skipped of this.#between(this.#last, process, nowMs)) {
      this.#seenAtMs.delete(skipped);
    }
    this.#seenAtMs.set(process, nowMs);
    this.#last = process;
  }

  /** A commit of this process was kept, and took so long. */
  kept(commitMs: number): void {
    this.#commitMs += (commitMs - this.#commitMs) * newestWeight;
    this.#losses = Math.max(0, this.#losses - 1);
  }

  /** A commit of this process came too late. */
  lost(): void {
    this.#losses = lossesRemembered;
  }

  /** Others committed while this process waited for so many commits. */
  waited(count: number): void {
    if (count > 0) {
      this.#losses = lossesRemembered;
    }
  }

  /** No other process committed while this one waited for its turn. */
  waitedInVain(): void {
    this.#losses = 0;
  }

  /** Whether processes wait for each other at the moment. */
  get isOrdered(): boolean {
    return this.#losses > 0;
  }

  /** The commits of others for which this process waits; none if it is its turn. */
  ahead(nowMs: number): CommitsAhead {
    const count = this.isOrdered ? this.#between(this.#last, this.#own, nowMs).length : 0;
    const patienceMs = Math.max(patienceMsMin, this.#commitMs * patienceFactor);
    return { count, waitMs: count * Math.min(patienceMsMax, patienceMs) };
  }

  /** The other processes whose turns are after that of one and before that of another. */
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

/** Whether a name comes after one and before another, in a circle. If these are the same, it does. */
function isBetween(name: string, from: string, to: string): boolean {
  return from < to ? from < name && name < to : from < name || name < to;
}

const nameLength = 8;

/** A new name of a process, which is the first part of the ids of its batches. */
export function newProcessName(): string {
  return crypto.randomUUID().slice(0, nameLength);
}

export function newBatchId(process: string): string {
  return process + crypto.randomUUID().slice(nameLength);
}

function processOf(batchId: string): string {
  return batchId.slice(0, nameLength);
}
