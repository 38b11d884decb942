import type { Leadership, LedWork } from "../app/writer/leadership.ts";
import { isUnreachable } from "../storage/postgres/database/is-unreachable.ts";
import { LeaderLease } from "../storage/postgres/database/leader-lease.ts";
import {
  PostgresConnections,
  type PostgresSettings,
} from "../storage/postgres/database/postgres-connection.ts";

/**
 * The leadership of a process that shares its database: the process that holds the database's lease
 * leads (docs/cluster.md#scheduled-work). `isLeading` is right at any moment, `end` of the work may be
 * called later, so work asks before each step that others should not do, too.
 */
export class DatabaseLeadership implements Leadership {
  readonly #settings: PostgresSettings;
  readonly #onFailure: (error: unknown) => void;
  readonly #works = new Set<LedWork>();
  #lease: LeaderLease | undefined;
  #ending: Promise<unknown> = Promise.resolve();

  constructor(settings: PostgresSettings, onFailure: (error: unknown) => void) {
    this.#settings = settings;
    this.#onFailure = onFailure;
  }

  get isLeading(): boolean {
    return this.#lease?.isHeld === true;
  }

  /** Begins to ask for the lease. */
  start(): void {
    // A connection of its own: nothing else delays a renewal.
    this.#lease ??= new LeaderLease(new PostgresConnections({ ...this.#settings, poolMax: 1 }), {
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
    // Work that still ends, from the last time that this process led, must not meet its successor.
    this.#ending = this.#ending.then(() => this.#beginAll());
  }

  /** A process that cannot do all of the work leaves it to another one, and tries again later. */
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
