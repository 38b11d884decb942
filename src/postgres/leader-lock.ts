import type { SQL } from "bun";
import type { PostgresConnections } from "./postgres-connection.ts";

export interface LeaderLockOptions {
  /** Called with the connection that holds the lock; chores on it end with the lock. */
  readonly onGained: (client: SQL) => void;
  /** Called once after each `onGained`, when the lock is lost or released. */
  readonly onLost: () => void;
  /** How often the lock is tried, and the connection checked; 500 if missing. */
  readonly intervalMs?: number;
}

/** Of `pg_try_advisory_lock`; telemetry has 4,747,002, which a leader must not hold. */
const leaderLock = 4_747_003;
const intervalMsDefault = 500;
/** Chores use the connection too, and the check waits for them. */
const answerMsMax = 30_000;

/**
 * Of the processes that share a database, one holds this lock at a time, until its connection ends.
 * Needs connections without a pooler.
 */
export class LeaderLock {
  readonly #connections: PostgresConnections;
  readonly #options: LeaderLockOptions;
  #client: SQL | undefined;
  #isHeld = false;
  #isStopped = false;
  readonly #stopped = Promise.withResolvers<void>();
  readonly #running: Promise<void>;

  constructor(connections: PostgresConnections, options: LeaderLockOptions) {
    this.#connections = connections;
    this.#options = options;
    this.#running = this.#run();
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Releases the lock, so that another process gets it at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopped.resolve();
    this.#drop(this.#client);
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      await this.#check();
      const pause = Bun.sleep(this.#options.intervalMs ?? intervalMsDefault);
      await Promise.race([pause, this.#stopped.promise]);
    }
  }

  /**
   * Tries the lock, or checks that the connection which holds it still answers. The server would
   * notice after two hours only that a machine has lost its power.
   */
  async #check(): Promise<void> {
    const client = this.#openClient();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error("No answer")), answerMsMax);
    try {
      const query = this.#isHeld
        ? client<{ held: boolean }[]>`select true as held`
        : client<{ held: boolean }[]>`
            select pg_try_advisory_lock(${leaderLock}) as held,
              set_config('tcp_keepalives_idle', '5', false),
              set_config('tcp_keepalives_interval', '2', false),
              set_config('tcp_keepalives_count', '3', false)`;
      const [row] = await Promise.race([query, late.promise]);
      if (row?.held === true && !this.#isHeld && this.#client === client) {
        this.#isHeld = true;
        this.#options.onGained(client);
      }
    } catch {
      this.#drop(client);
    } finally {
      clearTimeout(timer);
    }
  }

  #openClient(): SQL {
    if (this.#client === undefined) {
      const client = this.#connections.openDirect(() => this.#drop(client));
      this.#client = client;
    }
    return this.#client;
  }

  #drop(client: SQL | undefined): void {
    if (client === undefined || this.#client !== client) {
      return;
    }
    this.#client = undefined;
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    // Whatever its end says, the client is of no use any more.
    client.close({ timeout: 0 }).catch(() => undefined);
    if (wasHeld) {
      this.#options.onLost();
    }
  }
}
