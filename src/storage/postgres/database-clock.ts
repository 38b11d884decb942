/** The clocks of a process, in milliseconds. */
export interface OwnClocks {
  /** Since the epoch. */
  readonly now: () => number;
  readonly monotonicMs: () => number;
}

const machineClocks: OwnClocks = { now: Date.now, monotonicMs: () => performance.now() };

/** The time of the database server, in milliseconds since the epoch, in one of its answers. */
export interface TimedRow {
  readonly clock_ms: number;
}

/**
 * The clock of a database server, which all processes that share the database use
 * (docs/decisions.md#clocks). Until the server has sent its time, this is the local clock.
 */
export class DatabaseClock {
  readonly #own: OwnClocks;
  /** How far the server's clock is ahead of the monotonic one. */
  #aheadMs: number | undefined;

  constructor(own: OwnClocks = machineClocks) {
    this.#own = own;
  }

  get isKnown(): boolean {
    return this.#aheadMs !== undefined;
  }

  /** Milliseconds since the epoch. */
  readonly now = (): number =>
    this.#aheadMs === undefined
      ? this.#own.now()
      : Math.round(this.#own.monotonicMs() + this.#aheadMs);

  /** How far the local clock is ahead of the server's; negative if it is behind. */
  get machineAheadMs(): number {
    return this.#own.now() - this.now();
  }

  /** Runs a query whose first row has the server's time, and stores that time. */
  async heard<Row extends TimedRow>(query: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    const askedMs = this.#own.monotonicMs();
    const rows = await query();
    const [row] = rows;
    if (row !== undefined) {
      this.#hear(row.clock_ms, { askedMs, answeredMs: this.#own.monotonicMs() });
    }
    return rows;
  }

  /** Answers may be delayed, so the estimate changes only if an answer proves it wrong. */
  #hear(
    serverMs: number,
    { askedMs, answeredMs }: { readonly askedMs: number; readonly answeredMs: number },
  ): void {
    const [least, most] = [serverMs - answeredMs, serverMs - askedMs];
    this.#aheadMs = Math.min(most, Math.max(least, this.#aheadMs ?? (least + most) / 2));
  }
}
