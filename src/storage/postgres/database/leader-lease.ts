import type { LeaseTable } from "./lease-table.ts";

export interface LeaderLeaseOptions {
  readonly onGained: () => void;
  /** Called once after each `onGained`, when the lease has ended or is released. */
  readonly onLost: () => void;
  /** Called with the first of consecutive failures. */
  readonly onFailure: (error: unknown) => void;
  /** How long the lease lasts without a renewal; 10,000 if missing. */
  readonly leaseMs?: number;
}

const leaseMsDefault = 10_000;
/** A lease is renewed, or requested, this many times while it lasts. */
const triesPerLease = 8;

/**
 * One of the processes that share a database holds this lease at a time, by the clock of the
 * database. A process that is frozen or cut off does not renew it, so another process gets it. The
 * holder measures the time from before its request. So it knows that the lease has ended no later
 * than the database does.
 */
export class LeaderLease {
  readonly #table: LeaseTable;
  readonly #options: LeaderLeaseOptions;
  readonly #holder = crypto.randomUUID();
  readonly #leaseMs: number;
  /** When the lease was last renewed, just before the request; undefined without it. */
  #renewed: Moment | undefined;
  #ending: Timer | undefined;
  #isFailing = false;
  #isGivenUp = false;
  #isStopped = false;
  readonly #stopped = Promise.withResolvers<void>();
  readonly #running: Promise<void>;

  /** The table is closed when the lease is stopped. */
  constructor(table: LeaseTable, options: LeaderLeaseOptions) {
    this.#table = table;
    this.#options = options;
    this.#leaseMs = options.leaseMs ?? leaseMsDefault;
    this.#running = this.#run();
  }

  get isHeld(): boolean {
    return this.#renewed !== undefined && msSince(this.#renewed) < this.#leaseMs;
  }

  /** Releases the lease at the next renewal, and requests it again after that. */
  giveUp(): void {
    this.#isGivenUp = true;
    this.#lose();
  }

  /** Releases the lease, so that another process gets it at once. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#stopped.resolve();
    this.#lose();
    await this.#table.release(this.#holder).catch(() => undefined);
    await this.#table.close();
    await this.#running;
  }

  async #run(): Promise<void> {
    const pauseMs = this.#leaseMs / triesPerLease;
    while (!this.#isStopped) {
      await (this.#isGivenUp ? this.#releaseGivenUp() : this.#try());
      await Promise.race([Bun.sleep(pauseMs), this.#stopped.promise]);
    }
  }

  async #try(): Promise<void> {
    const asked = momentNow();
    try {
      const isOurs = await this.#table.take(this.#holder, this.#leaseMs);
      this.#isFailing = false;
      if (isOurs && !(this.#isStopped || this.#isGivenUp)) {
        this.#renew(asked);
      } else {
        this.#lose();
      }
    } catch (error) {
      // The lease ends by itself.
      if (!(this.#isFailing || this.#isStopped)) {
        this.#isFailing = true;
        this.#options.onFailure(error);
      }
    }
  }

  /** Runs between two requests: no answer to an earlier one can renew the lease afterwards. */
  async #releaseGivenUp(): Promise<void> {
    this.#isGivenUp = false;
    // A lease that cannot be released ends by itself.
    await this.#table.release(this.#holder).catch(() => undefined);
  }

  #renew(asked: Moment): void {
    if (!this.isHeld) {
      // Its end may be unnoticed so far, as after a freeze.
      this.#lose();
    }
    const leftMs = this.#leaseMs - msSince(asked);
    if (leftMs <= 0) {
      this.#lose();
      return;
    }
    const wasHeld = this.#renewed !== undefined;
    this.#renewed = asked;
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => this.#lose(), leftMs);
    if (!wasHeld) {
      this.#options.onGained();
    }
  }

  #lose(): void {
    clearTimeout(this.#ending);
    if (this.#renewed !== undefined) {
      this.#renewed = undefined;
      this.#options.onLost();
    }
  }
}

/** By two clocks: one stops while the computer sleeps, and the other one may be set back. */
interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

function momentNow(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

function msSince({ monotonicMs, wallMs }: Moment): number {
  return Math.max(performance.now() - monotonicMs, Date.now() - wallMs);
}
