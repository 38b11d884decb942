import type { Leadership, LedWork } from "../app/writer/leadership.ts";
import { isUnreachable } from "../storage/postgres/database/is-unreachable.ts";
import { LeaderLease } from "../storage/postgres/database/leader-lease.ts";
import type { LeaseTable } from "../storage/postgres/database/lease-table.ts";

/**
 * The leadership of a process that shares its database: the holder of the database's lease leads
 * (docs/cluster.md#scheduled-work). `isLeading` is always correct, but `end` of the work may be
 * called later. So work must check it before each step that only one process may run.
 */
export class DatabaseLeadership implements Leadership {
  readonly #openTable: () => LeaseTable;
  readonly #onFailure: (error: unknown) => void;
  readonly #works = new Set<LedWork>();
  #lease: LeaderLease | undefined;
  #ending: Promise<unknown> = Promise.resolve();

  /** `openTable` opens connections of its own, so that nothing else delays a renewal. */
  constructor(openTable: () => LeaseTable, onFailure: (error: unknown) => void) {
    this.#openTable = openTable;
    this.#onFailure = onFailure;
  }

  get isLeading(): boolean {
    return this.#lease?.isHeld === true;
  }

  /** Begins to request the lease. */
  start(): void {
    this.#lease ??= new LeaderLease(this.#openTable(), {
      onGained: () => this.#gained(),
      onLost: () => this.#lost(),
      onFailure: (error) => {
        // Code that needs an unreachable database reports it.
        if (!isUnreachable(error)) {
          this.#onFailure(error);
        }
      },
    });
  }

  lead(work: LedWork): () => Promise<void> {
    this.#works.add(work);
    if (this.isLeading) {
      work.begin();
    }
    return async () => {
      if (this.#works.delete(work)) {
        await work.end();
      }
    };
  }

  /** Releases the lease after the work has ended. */
  async stop(): Promise<void> {
    await this.#endAll();
    await this.#lease?.stop();
    await this.#ending;
  }

  #gained(): void {
    // Work of this process's last leadership that is still ending must not run next to the new work.
    this.#ending = this.#ending.then(() => this.#beginAll());
  }

  /** A process that cannot do all of the work leaves it to another one, and retries later. */
  async #beginAll(): Promise<void> {
    if (!this.isLeading) {
      return;
    }
    try {
      for (const work of this.#works) {
        work.begin();
      }
    } catch (error) {
      this.#onFailure(error);
      await this.#endAll();
      this.#lease?.giveUp();
    }
  }

  #lost(): void {
    this.#ending = this.#ending.then(() => this.#endAll());
  }

  async #endAll(): Promise<void> {
    const works = [...this.#works];
    const ended = await Promise.allSettled(works.map((work) => work.end()));
    for (const outcome of ended) {
      if (outcome.status === "rejected") {
        this.#onFailure(outcome.reason);
      }
    }
  }
}
