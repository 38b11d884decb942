import { LeaderLock } from "../postgres/leader-lock.ts";
import type { PostgresConnections } from "../postgres/postgres-connection.ts";
import type { Leadership, LedWork } from "../writer/leadership.ts";

/**
 * The leadership of a process that shares its database: the process that holds the database's lock
 * leads (docs/cluster.md#scheduled-work). A process without a connection past the pooler never leads.
 */
export class DatabaseLeadership implements Leadership {
  readonly #connections: PostgresConnections;
  readonly #onFailure: (error: unknown) => void;
  readonly #works = new Set<LedWork>();
  #lock: LeaderLock | undefined;
  #ending: Promise<unknown> = Promise.resolve();

  constructor(connections: PostgresConnections, onFailure: (error: unknown) => void) {
    this.#connections = connections;
    this.#onFailure = onFailure;
  }

  get isLeading(): boolean {
    return this.#lock?.isHeld === true;
  }

  /** Whether this process can lead at all. */
  get canLead(): boolean {
    return this.#connections.hasDirect;
  }

  /** Begins to try for the lock. */
  start(): void {
    if (this.canLead) {
      this.#lock ??= new LeaderLock(this.#connections, {
        onGained: () => this.#gained(),
        onLost: () => this.#lost(),
      });
    }
  }

  lead(work: LedWork): () => Promise<void> {
    this.#works.add(work);
    if (this.isLeading) {
      work.begin();
    }
    return async () => {
      const wasAdded = this.#works.delete(work);
      if (wasAdded && this.isLeading) {
        await work.end();
      }
    };
  }

  /** Releases the lock after the work has ended. */
  async stop(): Promise<void> {
    if (this.isLeading) {
      await this.#endAll();
    }
    await this.#lock?.stop();
    await this.#ending;
  }

  #gained(): void {
    // Work that still ends, from the last time that this process led, must not meet its successor.
    this.#ending = this.#ending.then(() => {
      if (this.isLeading) {
        for (const work of this.#works) {
          work.begin();
        }
      }
    });
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
